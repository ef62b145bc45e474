import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { initSync, WasmReader } from '@contentauth/c2pa-wasm';
import type { Finding } from '@assay/analysis/contract/finding.ts';
import { fileTypeOf } from '@assay/domain/asset-type.ts';
import type { Verdict } from '../suite.ts';

// Evaluates the signals about generative AI of C2PA's rubric `asset-rubric-signals-local.yml` (version 1.0, 6 August
// 2026, https://github.com/c2pa-org/conformance-public) on all manifests of a file. Each function is one expression of
// the rubric, and has its id. The rubric reads only assertions `c2pa.actions.v2`.

interface Action {
  action?: string;
  digitalSourceType?: string;
}
interface Manifest {
  assertions?: { 'c2pa.actions.v2'?: { actions?: Action[] } };
}

const iptc = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
const inceptionActions = ['c2pa.created', 'c2pa.opened'];
const nonEditorialActions = [
  ...['c2pa.converted', 'c2pa.published', 'c2pa.repackaged', 'c2pa.transcoded', 'c2pa.resized.proportional'],
  ...['c2pa.enhanced', 'c2pa.edited.metadata', 'c2pa.watermarked', 'c2pa.watermarked.bound'],
  ...['c2pa.watermarked.unbound', 'c2pa.redacted'],
];
const generatedTypes = [
  `${iptc}trainedAlgorithmicMedia`,
  'http://c2pa.org/digitalsourcetype/trainedAlgorithmicData',
];
const compositeTypes = [`${iptc}compositeWithTrainedAlgorithmicMedia`, `${iptc}compositeSynthetic`];
const possiblyGenAiTypes = [`${iptc}digitalArt`, `${iptc}composite`];

const actionsOf = (manifest: Manifest) => manifest.assertions?.['c2pa.actions.v2']?.actions ?? [];
const createdWith = (type: string) => (manifest: Manifest) =>
  actionsOf(manifest).some(
    ({ action, digitalSourceType }) =>
      inceptionActions.includes(action ?? '') && digitalSourceType === iptc + type,
  );
const editedWith = (types: readonly string[]) => (manifest: Manifest) =>
  actionsOf(manifest).some(
    ({ action, digitalSourceType }) =>
      action !== undefined &&
      ![...inceptionActions, ...nonEditorialActions].includes(action) &&
      types.includes(digitalSourceType ?? ''),
  );

const signals = {
  'inception:signal_fullyGenAIMedia': createdWith('trainedAlgorithmicMedia'),
  'inception:signal_partlyGenAICreation': createdWith('compositeWithTrainedAlgorithmicMedia'),
  'transformation:signal_perceptibleGenAI': editedWith([...generatedTypes, ...compositeTypes]),
  'inception:signal_compositionMayContainGenAI': createdWith('composite'),
  'inception:signal_screenCaptureMayContainGenAI': createdWith('screenCapture'),
  'transformation:signal_perceptiblePossiblyGenAI': editedWith(possiblyGenAiTypes),
};

/** Signals about content that may be generated. Assay reports only declarations of content that is generated. */
const possible = /May|Possibly/;

/**
 * Compares the rubric with the findings `origin.generated` and `origin.composite` that come from content credentials.
 * Yields nothing if the file has no manifest that the C2PA library can read.
 */
export async function* compareRubric(
  file: string,
  item: string,
  findings: readonly Finding[],
): AsyncIterable<Verdict> {
  const manifests = await readManifests(file);
  if (manifests === null) return;
  const found = Object.entries(signals)
    .filter(([, isTrue]) => manifests.some(isTrue))
    .map(([id]) => id);
  const declares = findings.some(
    ({ ruleCode, evidence }) =>
      ['origin.generated', 'origin.composite'].includes(ruleCode) &&
      JSON.stringify(evidence).includes('credentials'),
  );
  yield {
    item,
    check: 'rubric',
    expected: found.some((id) => !possible.test(id)) ? 'GenAI' : 'none',
    ours: declares ? 'GenAI' : 'none',
    details: found.join(', ') || 'no signal',
  };
}

let isLoaded = false;

async function readManifests(file: string): Promise<Manifest[] | null> {
  if (!isLoaded)
    initSync({
      module: readFileSync(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))),
    });
  isLoaded = true;
  const settings = { verify: { remote_manifest_fetch: false, ocsp_fetch: false } };
  try {
    const bytes = await readFile(file);
    const reader = await WasmReader.fromBytes(fileTypeOf(file)!.mimeType, bytes, JSON.stringify(settings));
    return (JSON.parse(reader.crJson()) as { manifests: Manifest[] }).manifests;
  } catch {
    return null;
  }
}
