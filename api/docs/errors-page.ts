import { type ErrorCode, errors } from '../../domain/errors.ts';
import { errorAdvice } from './error-advice.ts';
import { htmlPage } from './html-page.ts';

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h2 { font-size: 1.1rem; margin: 2rem 0 0.25rem; } h2 a { color: inherit; text-decoration: none; }
code { background: #f2f2f2; padding: 0.1em 0.3em; border-radius: 3px; } p { margin: 0.25rem 0; }
:target { background: #fff6cc; }`;

const sections = (Object.keys(errors) as ErrorCode[])
  .sort((a, b) => errors[a].status - errors[b].status)
  .map((code) => {
    const { status, text } = errors[code];
    return `<section id="${code}">
<h2><a href="#${code}">${status} ${escape(text)}</a></h2>
<p>${marked(errorAdvice[code])}</p>
</section>`;
  });

/** Every error with what to do about it; `docs_url` links to its sections. */
export const errorsPage = htmlPage(
  'Assay API errors',
  'assets',
  `<style>${style}</style>`,
  `<h1>Errors</h1>
<p>Branch on the HTTP status first. Only 429, 500 and 502 are worth retrying: with exponential backoff and jitter, and on
429 after the seconds of <code>Retry-After</code>. See also the <a href="../docs">API reference</a>.</p>
${sections.join('\n')}`,
);

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function marked(text: string): string {
  return escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}
