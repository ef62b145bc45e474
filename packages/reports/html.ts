import { escapedXml } from '@assay/domain/report-formats/xml.ts';
import type {
  CheckView,
  EvidenceView,
  Fact,
  IssueView,
  Measurement,
  ReportView,
  Source,
} from './report-view.ts';

/** Text that needs no escaping. */
class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | null | readonly (Html | null)[];

/** Returns HTML with escaped values. Values that are HTML are inserted as they are, and null as nothing. */
function html(texts: TemplateStringsArray, ...values: readonly Part[]): Html {
  const written = values.map((value) => {
    if (value === null) return '';
    if (value instanceof Html) return value.text;
    if (typeof value === 'object') return value.map((part) => part?.text ?? '').join('');
    return escapedXml(String(value));
  });
  return new Html(texts.map((text, index) => `${text}${written[index] ?? ''}`).join(''));
}

/** Returns untrusted text, whose writing direction does not affect other text. */
const bdi = (text: string) => html`<bdi>${text}</bdi>`;

export interface PageOptions {
  /** URL of `report.css`. */
  stylesheet: string;
  downloads: readonly { href: string; label: string }[];
  /** JPEG pictures in base64 by their digest. */
  pictures: ReadonlyMap<string, string>;
  /** Until when the page can be opened, such as `2026-01-02 03:04:05 UTC`. */
  expires: string;
}

/** Returns the page of a report. It has no scripts, and no styles besides `stylesheet`. */
export function htmlOf(view: ReportView, options: PageOptions): string {
  const { fileName, verdict, limits, facts, problems, issues, verification } = view;
  return page(
    `${verdict.text}: ${fileName}`,
    options.stylesheet,
    html`<header>
        <p class="kind">Quality report by Assay</p>
        <h1>${bdi(fileName)}</h1>
        <div class="verdict ${verdict.kind}">
          <p class="word">${verdict.text}</p>
          <p>${bdi(verdict.reason)}</p>
          <p class="muted">${bdi(verdict.basis)}</p>
          ${limits.map((limit) => html`<p class="limit">${limit}</p>`)}
        </div>
        <nav aria-label="Downloads">
          <ul class="downloads">
            ${options.downloads.map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>`)}
          </ul>
        </nav>
      </header>
      <main>
        ${signOff(view)}
        <section aria-labelledby="file">
          <h2 id="file">What was checked</h2>
          <dl class="facts">${facts.map(fact)}</dl>
        </section>
        ${
          problems.length === 0
            ? null
            : html`<section aria-labelledby="problems">
                <h2 id="problems">What could not be checked</h2>
                <ul>
                  ${problems.map((problem) => html`<li>${bdi(problem)}</li>`)}
                </ul>
              </section>`
        }
        <section aria-labelledby="issues">
          <h2 id="issues">Issues: ${view.issueCounts}</h2>
          ${issues.map((issue) => issueArticle(issue, options.pictures))}
        </section>
        <section aria-labelledby="checks">
          <h2 id="checks">Checks: ${view.checkCounts}</h2>
          ${checkTable('Checks with findings, and checks that could not be made', view.open)}
          ${collapsed(`${view.passed.length} passed`, checkTable('Checks that passed', view.passed))}
          ${collapsed(`${view.off.length} off in the profile`, checkTable('Checks that the profile turns off', view.off))}
          ${view.notApplicable === null ? null : html`<p class="muted">${view.notApplicable}</p>`}
        </section>
        <section aria-labelledby="verify">
          <h2 id="verify">Verify this report</h2>
          ${verify(verification)}
        </section>
      </main>
      <footer><p class="muted">This link works until ${options.expires}.</p></footer>`,
  );
}

/** Returns the page for links that do not exist, have expired or were revoked. */
export function missingPage(stylesheet: string): string {
  return page(
    'No report here',
    stylesheet,
    html`<main>
      <h1>There is no report at this link</h1>
      <p>The link has expired, was revoked, or is incomplete. Ask the person who sent it for a new one.</p>
    </main>`,
  );
}

function page(title: string, stylesheet: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${stylesheet}" />
      </head>
      <body>
        ${body}
      </body>
    </html> `.text;
}

function fact({ name, value, isCode = false }: Fact): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${isCode ? html`<code>${value}</code>` : bdi(value)}</dd>
  </div>`;
}

function issueArticle(issue: IssueView, pictures: ReadonlyMap<string, string>): Html {
  const { severity, severityText, summary, place, number } = issue;
  const rows = [
    ...issue.measurements.map(measurement),
    row(`Why ${severity}`, bdi(issue.why)),
    row('How to fix it', bdi(issue.resolution)),
    issue.decision === null ? null : row('Decision', bdi(issue.decision)),
    ...issue.evidence.map((one) => row('Evidence', evidenceText(one))),
    row('Rule', bdi(issue.rule)),
    row('Found by', bdi(issue.foundBy)),
  ];
  return html`<article class="issue ${severity}" aria-labelledby="issue-${number}">
    <p class="issue-head">
      <span class="severity ${severity}">${severityText}</span>
      <span class="place">${place === '' ? 'Whole file' : bdi(place)}</span>
    </p>
    <h3 id="issue-${number}">${number}. ${bdi(summary)}</h3>
    ${issue.details === summary ? null : html`<p>${bdi(issue.details)}</p>`}
    ${issue.pictures.map((digest) => picture(pictures.get(digest), summary))}
    <dl class="facts">${rows}</dl>
  </article>`;
}

function picture(base64: string | undefined, summary: string): Html | null {
  if (base64 === undefined) return null;
  return html`<img src="data:image/jpeg;base64,${base64}" alt="Picture of the moment: ${summary}" />`;
}

function row(name: string, value: Html): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

function measurement({ measured, threshold, source }: Measurement): Html {
  return html`${measured === null ? null : row('Measured', bdi(measured))}${
    threshold === null ? null : row('Threshold', bdi(threshold))
  }${source === null ? null : row('Source', html`${sourceLink(source)} <span class="muted">${bdi(source.clause)}</span>`)}`;
}

function evidenceText({ title, address, url, file }: EvidenceView): Html {
  const target = url === null ? bdi(address ?? file!) : link(url, address!);
  return html`${bdi(title)}: ${target}`;
}

const link = (url: string, text: string) => html`<a href="${url}" rel="noopener noreferrer">${bdi(text)}</a>`;

function sourceLink({ standard, url }: Source): Html {
  if (url === null) return bdi(standard);
  return link(url, standard);
}

function collapsed(summary: string, table: Html | null): Html | null {
  return (
    table &&
    html`<details>
      <summary>${summary}</summary>
      ${table}
    </details>`
  );
}

/** Returns a table; null without checks. Its roles are explicit, because narrow pages show its cells as blocks. */
function checkTable(caption: string, checks: readonly CheckView[]): Html | null {
  if (checks.length === 0) return null;
  const columns = ['Check', 'Severity', 'Threshold', 'Measured', 'Result'];
  const cell = (title: string, value: Html | string) =>
    html`<td role="cell" data-title="${title}">${value === '' ? '–' : value}</td>`;
  return html`<table role="table">
    <caption class="hidden">
      ${caption}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map((title) => html`<th scope="col" role="columnheader">${title}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${checks.map(
        (check) =>
          html`<tr role="row">
            <th scope="row" role="rowheader">
              ${bdi(check.name)} <code>${check.code}</code>
              <span class="source">${sourceLink(check.source)}</span>
            </th>
            ${[
              cell('Severity', check.severityText),
              cell('Threshold', check.threshold === '' ? '' : bdi(check.threshold)),
              cell('Measured', check.measured === '' ? '' : bdi(check.measured)),
              cell('Result', check.result),
            ]}
          </tr> `,
      )}
    </tbody>
  </table>`;
}

function signOff({ signOff: signed }: ReportView): Html | null {
  if (signed === null) return null;
  return html`<section aria-labelledby="sign-off">
    <h2 id="sign-off">Sign-off</h2>
    <p>${bdi(signed.text)}</p>
    ${signed.note === null ? null : html`<p>${bdi(signed.note)}</p>`}
    ${
      signed.manualChecks.length === 0
        ? null
        : html`<ul>
            ${signed.manualChecks.map(
              ({ text, result, note }) =>
                html`<li>
                  <strong>${result}</strong>:
                  ${bdi(text)}${note === null ? null : html` <span class="muted">${bdi(note)}</span>`}
                </li>`,
            )}
          </ul>`
    }
  </section>`;
}

function verify({ isSigned, url }: ReportView['verification']): Html {
  if (!isSigned) return html`<p>This report is not signed.</p>`;
  const where = url === null ? html`the page <code>/verify</code>` : html`<a href="${url}">${url}</a>`;
  return html`<p>
    Download the JSON report and its signature, and open ${where} of the service that wrote the report. The
    page needs no account and uploads nothing. It says whether the signature is good, and whether a file is
    the one that was checked.
  </p>`;
}
