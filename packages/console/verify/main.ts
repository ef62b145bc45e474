import { reportKeysPath, type ReportKeySet } from '@assay/domain/report-signature.ts';
import { Refused, verifyFile, verifyReport, verifySignature, type VerifiedSignature } from './verify.ts';

const form = document.querySelector<HTMLFormElement>('#files')!;
const answer = document.querySelector<HTMLElement>('#answer')!;

/** Maximum bytes of a signature, a report or a file of keys. */
const maxDocumentBytes = 2 ** 28;

/** Number of the current check. A check whose files were replaced shows nothing. */
let current = 0;

form.addEventListener('change', () => void check());
form.addEventListener('submit', (event) => event.preventDefault());

async function check(): Promise<void> {
  const own = ++current;
  const parts: HTMLElement[] = [];
  const show = (...more: HTMLElement[]) => own === current && answer.replaceChildren(...parts, ...more);
  const add = (part: HTMLElement) => {
    parts.push(part);
    show();
  };
  const signature = chosen('signature');
  answer.replaceChildren();
  if (signature === null) return;
  /** Runs a check and shows its answer. Returns null if it refused something. */
  const attempt = async <T>(title: string, judge: () => Promise<T>): Promise<T | null> => {
    try {
      return await judge();
    } catch (error) {
      add(part('bad', title, error instanceof Refused ? error.message : explain(error as Error)));
      return null;
    }
  };
  const verified = await attempt('Signature', async () =>
    verifySignature(await textOf(signature), await readKeys()),
  );
  if (verified === null) return;
  add(signatureAnswer(verified));
  const { statement } = verified;
  const report = chosen('report');
  if (report !== null) {
    const content = await attempt('Report', () => verifyReport(small(report), statement));
    if (content !== null) add(reportAnswer(content));
  }
  const file = chosen('file');
  if (file === null) return;
  const progress = (share: number) =>
    show(part('wait', 'File', `Reading ${file.name}: ${Math.floor(share * 100)} %`));
  await attempt('File', async () => {
    await verifyFile(file, statement, progress);
    add(part('good', 'File', `${file.name} is the file that was checked.`));
  });
}

function chosen(name: string): File | null {
  const file = new FormData(form).get(name);
  return file instanceof File && file.name !== '' ? file : null;
}

function small(file: File): File {
  if (file.size > maxDocumentBytes) throw new Refused(`${file.name} is too large.`);
  return file;
}

const textOf = (file: File) => small(file).text();

async function readKeys(): Promise<ReportKeySet> {
  const saved = chosen('keys');
  const text =
    saved === null ? await (await fetch(reportKeysPath, { cache: 'no-store' })).text() : await textOf(saved);
  try {
    const set = JSON.parse(text) as ReportKeySet;
    if ([set.keys, set.revoked, set.authorities].every(Array.isArray)) return set;
  } catch {
    // The text is not JSON, or null.
  }
  throw new Refused(
    saved === null ? 'The keys of this service cannot be read now.' : 'This is not a file of keys.',
  );
}

function explain(error: Error): string {
  if (error.name === 'NotSupportedError')
    return 'This browser cannot verify Ed25519 signatures. Chrome 137, Edge 137, Firefox 129, Safari 17 and newer can.';
  if (error instanceof TypeError) return 'The keys of this service cannot be read now.';
  return error.message;
}

const results = { PASSED: 'passed', WARNED: 'passed, with notes,', FAILED: 'failed' } as const;

function signatureAnswer({ key, statement, stampedAt }: VerifiedSignature): HTMLElement {
  const { subject, predicate } = statement;
  const { passedTests, warnedTests, failedTests } = predicate;
  return part(
    'good',
    'Signature',
    `Signed with the key ${key.kid}, which ${new URL(location.href).host} has used since ${day(key.from)}` +
      (key.until === null ? '.' : ` and replaced on ${day(key.until)}.`),
    `It states that ${subject[0]!.name} ${results[predicate.result]} its checks: ` +
      `${passedTests.length} passed, ${warnedTests.length} with notes, ${failedTests.length} failed.`,
    ...(stampedAt === null
      ? []
      : [
          `The key was revoked later. A time-stamp authority has seen the signature on ${day(stampedAt.toISOString())}.`,
        ]),
  );
}

function reportAnswer(report: Awaited<ReturnType<typeof verifyReport>>): HTMLElement {
  const { asset, profile, verdict, issues, checkedAt } = report;
  return part(
    'good',
    'Report',
    'This is the report that was signed.',
    `${asset.name}, checked on ${day(checkedAt)}${profile === null ? '' : ` by the profile ${profile.name}, version ${profile.version}`}. ` +
      `${verdict.reason}. Issues: ${issues.length}.`,
  );
}

const day = (time: string) =>
  new Date(time).toLocaleDateString(undefined, { day: 'numeric', month: 'long', year: 'numeric' });

function part(kind: 'good' | 'bad' | 'wait', title: string, ...texts: string[]): HTMLElement {
  const section = document.createElement('section');
  section.className = `verify-part verify-${kind}`;
  const heading = document.createElement('h2');
  heading.textContent = { good: `${title}: good`, bad: `${title}: refused`, wait: title }[kind];
  section.append(heading);
  for (const text of texts) {
    const paragraph = document.createElement('p');
    paragraph.dir = 'auto';
    paragraph.textContent = text;
    section.append(paragraph);
  }
  return section;
}
