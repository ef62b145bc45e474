import { type ErrorCode, errors } from '@assay/domain/errors.ts';
import { errorAdvice } from './error-advice.ts';
import { htmlPage } from './html-page.ts';

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 0 auto; padding: 1rem; color: #222; }
nav { font-size: 0.85rem; } nav ul { list-style: none; padding: 0; } nav li { margin: 0.2rem 0; }
nav a, h2 a { color: inherit; text-decoration: none; } nav li a:hover { text-decoration: underline; }
main { max-width: 46rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 0.25rem; }
code { background: #f2f2f2; padding: 0.1em 0.3em; border-radius: 3px; } p { margin: 0.25rem 0; }
.text { color: #555; } :target { background: #fff6cc; }
@media (min-width: 60rem) {
  body { display: grid; grid-template-columns: 20rem 1fr; gap: 2rem; }
  nav { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; }
}`;

const codes = (Object.keys(errors) as ErrorCode[]).sort((a, b) => errors[a].status - errors[b].status);

const links = codes.map((code) => `<li><a href="#${code}">${errors[code].status} ${code}</a></li>`);

const sections = codes.map((code) => {
  const { status, text } = errors[code];
  return `<section id="${code}">
<h2><a href="#${code}">${status} <code>${code}</code></a></h2>
<p class="text">${escape(text)}</p>
<p>${withCode(errorAdvice[code])}</p>
</section>`;
});

/** The HTML page that explains every error. The `docs_url` of an error links to its section of the page. */
export const errorsPage = htmlPage({
  title: 'Assay API errors',
  head: `<style>${style}</style>`,
  body: `<nav aria-label="Errors">
<p><a href="../docs">← API reference</a></p>
<ul>
${links.join('\n')}
</ul>
</nav>
<main>
<h1>Errors</h1>
<p>Branch on the HTTP status first. Retry only after 429, 500 and 502, with exponential backoff and jitter. After a 429,
wait for the seconds in <code>Retry-After</code>. An error with a <code>docs_url</code> links to its section on this
page.</p>
${sections.join('\n')}
</main>`,
});

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Escapes text for HTML and turns text between backticks into `<code>` elements. */
function withCode(text: string): string {
  return escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}
