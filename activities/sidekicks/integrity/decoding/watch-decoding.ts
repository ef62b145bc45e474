import type { ProbeReport } from '../../../media/ffprobe.ts';
import type { Watch } from '../../watch.ts';
import { seenPlaces, type SeenPlaces } from '../location/tagged-places.ts';
import { clockSeconds, clusterFaults, type FaultCluster, type FaultLine } from './fault-clusters.ts';
import { type Fault, faultOf } from './fault-messages.ts';

export interface SeenDecoding {
  faults: FaultCluster[];
  /** What said that content which was announced is missing; null where nothing did. */
  truncation: string | null;
  /** True when not one picture or sound came out. */
  isEmpty: boolean;
  decodedSeconds: number;
  /** ffmpeg's name for the container. */
  container: string;
  hasPicture: boolean;
  /** The major brand of an ISO or QuickTime file (ISO/IEC 14496-12, 4.3); null where there is none. */
  brand: string | null;
  places: SeenPlaces;
}

const maxLines = 10_000;
const tick = `isnan(prev_selected_t)+gte(t-prev_selected_t,${clockSeconds})`;
// A decoder's line has no time. These tell it, a few times a second, on a branch that nothing else goes through.
const pictureClock = `split[clock][clocked];[clock]select='${tick}',showinfo=checksum=0,nullsink;[clocked]null`;
const soundClock = `asplit[tone][toned];[tone]aselect='${tick}',ashowinfo,anullsink;[toned]anull`;

/** The demuxers of images, which have no time. */
const isStill = /^(?:image2|\w+_pipe|gif|apng)$/;

/** Listens to what decoders and demuxers complain of while a file's first pictures and sound are decoded. */
export function watchDecoding({ streams, format }: ProbeReport): Watch<SeenDecoding> | null {
  const hasPicture = streams.some(
    ({ codec_type: type, disposition }) => type === 'video' && disposition?.attached_pic !== 1,
  );
  const hasSound = streams.some(({ codec_type: type }) => type === 'audio');
  if (!hasPicture && !hasSound) return null;
  const lines: FaultLine[] = [];
  let truncation: string | null = null;
  let isEmpty = false;
  let clock: number | null = null;
  return {
    pictureFilters: !hasPicture ? [] : [isStill.test(format.format_name) ? 'null' : pictureClock],
    soundFilters: hasSound ? [soundClock] : [],
    onMessage: (from, level, text) => {
      const seconds = /^Parsed_a?showinfo_\d+$/.test(from) ? / pts_time:([\d.]+)/.exec(text)?.[1] : undefined;
      if (seconds !== undefined) clock = Math.max(clock ?? 0, Number(seconds));
      if (from === 'ffmpeg' && text.startsWith('Output file is empty')) isEmpty = true;
      const fault = faultIn(format.format_name, faultOf(from, level, text));
      const said = withoutAddresses(text);
      if (fault === 'truncation') truncation ??= said;
      else if (fault !== null && lines.length < maxLines) lines.push({ fault, text: said, atSeconds: clock });
    },
    seen: (decodedSeconds) => {
      const endSeconds = Math.max(clock ?? 0, decodedSeconds);
      return {
        faults: clusterFaults(lines, endSeconds),
        truncation,
        isEmpty,
        decodedSeconds: endSeconds,
        container: format.format_name,
        hasPicture,
        brand: format.tags['major_brand'] ?? null,
        places: seenPlaces({ streams, format }),
      };
    },
  };
}

/** What an echo is depends on the file: an image says itself what ails it, and an MP3 may end with anything. */
function faultIn(container: string, fault: Fault | null): Fault | null {
  if (fault !== 'echo') return fault;
  return isStill.test(container) ? null : container === 'mp3' ? 'trailing' : 'echo';
}

/** Without what differs from run to run: addresses in memory and where the file lay. */
function withoutAddresses(text: string): string {
  return text.replace(/ ?\(0x[0-9a-f]+\)/g, '').replace(/^\.\/[^:]*: /, '');
}
