import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MediaTools } from '@assay/analysis/decode/media-tools.ts';
import { takePicture } from '@assay/analysis/decode/take-picture.ts';
import { type AssetType, fileTypeOf } from '@assay/domain/asset-type.ts';
import type { Examined, SidekickFinding } from '../examine.ts';
import type { Deviation } from './expectations.ts';

/** A file, its findings, and how they deviate from the expected ones. */
export interface JudgedFile {
  file: string;
  /** Null if the file was refused or could not be examined. */
  examined: Examined | null;
  /** Why the service would refuse the file; null if it would not. */
  refusal: string | null;
  /** The error that ended the examination; null if there was none. */
  failure: string | null;
  deviations: readonly Deviation[];
}

/**
 * Returns an HTML page that shows each finding beside the picture, the page or the sound that it is about. The reader
 * marks each finding as true and useful, noise, or false; the page counts the marks and saves them as JSON.
 */
export async function contactSheet(
  files: readonly JudgedFile[],
  tools: MediaTools,
  signal: AbortSignal,
): Promise<string> {
  const sections: string[] = [];
  for (const file of files) sections.push(await section(file, tools, signal));
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Contact sheet</title>
<style>${style}</style>
<header><h1>Contact sheet</h1>
<p>Mark each finding: <kbd>T</kbd> true and useful, <kbd>N</kbd> true but noise, <kbd>F</kbd> false. <output></output>
<button type="button">Save the marks</button></p></header>
${sections.join('\n')}
<script>${script}</script>
</html>
`;
}

async function section(
  { file, examined, refusal, failure, deviations }: JudgedFile,
  tools: MediaTools,
  signal: AbortSignal,
): Promise<string> {
  const name = path.basename(file);
  const assetType = fileTypeOf(name)!.assetType;
  const groups = Map.groupBy(examined?.findings ?? [], placeOf);
  const rows: string[] = [];
  for (const findings of groups.values())
    rows.push(
      `<div class="place">${await pictureOf(file, assetType, findings[0]!, tools, signal)}<ol>${findings
        .map((finding) => item(name, finding))
        .join('')}</ol></div>`,
    );
  const failures = [
    ...[refusal, failure].filter((reason) => reason !== null),
    ...(examined?.failures ?? []).map(({ sidekick, reason }) => `${sidekick}: ${reason}`),
  ];
  return `<section><h2><a href="${pathToFileURL(file).href}">${escaped(name)}</a></h2>
${failures.map((text) => `<p class="bad">${escaped(text)}</p>`).join('')}
${deviations
  .map(
    ({ expected, found, note }) =>
      `<p class="bad">Expected: ${escaped(expected)}. Found: ${escaped(found)}. ${escaped(note)}</p>`,
  )
  .join('')}
${rows.length === 0 ? '<p>No findings.</p>' : rows.join('\n')}</section>`;
}

/** Returns a key that is equal for findings with the same picture. */
function placeOf({ anchor }: SidekickFinding): string {
  if (anchor.kind === 'time') return `time ${anchor.startSeconds.toFixed(1)}`;
  return anchor.kind === 'page' ? `page ${anchor.page}` : 'asset';
}

async function pictureOf(
  file: string,
  assetType: AssetType,
  { anchor }: SidekickFinding,
  tools: MediaTools,
  signal: AbortSignal,
): Promise<string> {
  const address = pathToFileURL(file).href;
  if (assetType === 'document') {
    const page = anchor.kind === 'page' ? anchor.page : 1;
    return `<iframe loading="lazy" title="page ${page}" src="${address}#page=${page}&toolbar=0"></iframe>`;
  }
  const seconds = anchor.kind === 'time' ? anchor.startSeconds : 0;
  if (assetType === 'audio') return `<audio controls preload="none" src="${address}#t=${seconds}"></audio>`;
  if (assetType === 'image') return `<figure><img loading="lazy" src="${address}" alt=""></figure>`;
  const jpeg = await frameAt(file, seconds, tools, signal);
  if (jpeg === null) return `<p>No picture at ${seconds} s</p>`;
  return `<figure><img src="data:image/jpeg;base64,${jpeg.toString('base64')}" alt=""><figcaption>${seconds.toFixed(2)} s</figcaption></figure>`;
}

/** Returns the picture at `atSeconds` as a JPEG of at most 640 × 640 pixels; null if it cannot be decoded. */
async function frameAt(
  path: string,
  atSeconds: number,
  tools: MediaTools,
  signal: AbortSignal,
): Promise<Buffer | null> {
  try {
    return await takePicture({ tools, path, signal, timeoutMs: 60_000, atSeconds, maxSide: 640 });
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

function item(file: string, { ruleCode, severity, summary, details, anchor, evidence }: SidekickFinding) {
  const box =
    anchor.kind === 'region'
      ? [anchor.x, anchor.y, anchor.x + anchor.width, anchor.y + anchor.height]
      : 'bbox' in anchor
        ? anchor.bbox
        : undefined;
  const evidenceText = evidence.map(({ content }) => JSON.stringify(content)).join('\n');
  return `<li tabindex="0" data-file="${escaped(file)}" data-rule="${ruleCode}"${
    box === undefined ? '' : ` data-box="${box.map((side) => side.toFixed(4)).join(' ')}"`
  }><b>${ruleCode}</b> <i>${severity}</i> <span>${escaped(summary)}</span>
<small>${escaped(details)}</small><details><summary>evidence</summary><pre>${escaped(evidenceText)}</pre></details>
<fieldset>${['T', 'N', 'F'].map((mark) => `<button type="button">${mark}</button>`).join('')}</fieldset></li>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const style = `
body{font:14px/1.4 system-ui,sans-serif;margin:0 1rem 4rem}
header{position:sticky;top:0;background:#fff;z-index:1;border-bottom:1px solid #ccc}
h1{font-size:1.1rem;margin:.5rem 0 0}h2{font-size:1rem;margin:1.5rem 0 .5rem}
.bad{color:#a00;margin:.2rem 0}.place{display:grid;grid-template-columns:minmax(20rem,40rem) 1fr;gap:1rem;margin:.5rem 0}
figure{margin:0;position:relative;align-self:start}img{max-width:100%;max-height:40rem;display:block}
iframe{width:100%;height:32rem;border:1px solid #ccc}ol{margin:0;padding-left:1.5rem}
li{padding:.3rem;border-bottom:1px solid #eee}li:focus{outline:2px solid #06c}small{display:block;color:#555}
pre{white-space:pre-wrap;font-size:11px}fieldset{border:0;padding:0}
li[data-mark=T]{background:#e3f5e3}li[data-mark=N]{background:#fbf3d0}li[data-mark=F]{background:#fbe0e0}
.box{position:absolute;outline:2px solid #f0f;pointer-events:none}`;

const script = `
const items = [...document.querySelectorAll('li')];
const count = () => {
  const of = (mark) => items.filter((li) => li.dataset.mark === mark).length;
  document.querySelector('output').textContent =
    items.length + ' findings: T ' + of('T') + ', N ' + of('N') + ', F ' + of('F');
};
const mark = (li, value) => {
  li.dataset.mark = value;
  count();
  items[items.indexOf(li) + 1]?.focus();
};
for (const li of items) {
  li.addEventListener('keydown', ({ key }) => 'tnf'.includes(key) && mark(li, key.toUpperCase()));
  for (const button of li.querySelectorAll('fieldset button'))
    button.addEventListener('click', () => mark(li, button.textContent));
  li.addEventListener('focus', () => {
    for (const old of document.querySelectorAll('.box')) old.remove();
    const figure = li.closest('.place').querySelector('figure');
    if (!figure || !li.dataset.box) return;
    const [left, top, right, bottom] = li.dataset.box.split(' ').map(Number);
    const picture = figure.querySelector('img');
    const box = Object.assign(document.createElement('div'), { className: 'box' });
    Object.assign(box.style, {
      left: left * picture.width + 'px', top: top * picture.height + 'px',
      width: (right - left) * picture.width + 'px', height: (bottom - top) * picture.height + 'px',
    });
    figure.append(box);
  });
}
document.querySelector('header button').addEventListener('click', () => {
  const marks = items.map((li) => ({
    file: li.dataset.file, rule: li.dataset.rule, mark: li.dataset.mark ?? null,
    summary: li.querySelector('span').textContent,
  }));
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(marks, null, 1)], { type: 'application/json' }));
  link.download = 'marks.json';
  link.click();
});
count();`;
