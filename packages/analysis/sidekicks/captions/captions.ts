import type { Sidekick } from '../../contract/contract.ts';
import { judgeApart } from '../../contract/judge-apart.ts';
import type { Captions } from '../../decode/captions/captions.ts';
import type { judgeCaptions } from './judge-captions.ts';

/** Judges the captions that were read before the decoding. */
export const captions: Sidekick<Captions, { judgeCaptions: typeof judgeCaptions }> = {
  watch: ({ captions: read }) => (read === undefined ? null : { seen: () => read }),
  examine: ({ settings, parsers, signal, onMeasured }, observation) =>
    judgeApart(
      observation,
      signal,
      (...judged) => parsers.run('judgeCaptions', settings, ...judged),
      onMeasured,
    ),
};
