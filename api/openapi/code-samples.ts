import type { JsonSchema } from './schemas.ts';

interface SampleRequest {
  /** The HTTP method in upper case. */
  method: string;
  /** The path, with example values for its parameters. */
  path: string;
  body: unknown;
  hasResponseBody: boolean;
}

interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

/**
 * Returns code samples of a request in curl, JavaScript and Python (`x-codeSamples`). The samples read the URL of the
 * service and the key from the environment variables `BASE_URL` and `API_KEY`.
 */
export function codeSamples(method: string, path: string, operation: JsonSchema): CodeSample[] {
  const {
    parameters = [],
    requestBody,
    responses,
  } = operation as {
    parameters?: { in: string; name: string; schema: { examples?: string[] } }[];
    requestBody?: { content: { 'application/json': { example?: unknown } } };
    responses: JsonSchema;
  };
  const request: SampleRequest = {
    method,
    path: parameters
      .filter((parameter) => parameter.in === 'path')
      .reduce((filled, { name, schema }) => filled.replace(`{${name}}`, schema.examples?.[0] ?? name), path),
    body: requestBody?.content['application/json'].example,
    hasResponseBody: !('204' in responses),
  };
  return [
    { lang: 'Shell', label: 'curl', source: curl(request) },
    { lang: 'JavaScript', label: 'fetch', source: javascript(request) },
    { lang: 'Python', label: 'requests', source: python(request) },
  ];
}

function curl({ method, path, body }: SampleRequest): string {
  const lines = [`curl --fail-with-body -X ${method} "$BASE_URL${path}"`, '-H "X-API-Key: $API_KEY"'];
  if (body !== undefined) {
    const json = JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`);
    lines.push("-H 'Content-Type: application/json'", `-d '${json}'`);
  }
  return lines.join(' \\\n  ');
}

function javascript({ method, path, body, hasResponseBody }: SampleRequest): string {
  const headers = [
    "'X-API-Key': API_KEY",
    ...(body === undefined ? [] : ["'Content-Type': 'application/json'"]),
  ];
  return `const { BASE_URL, API_KEY } = process.env;
const response = await fetch(\`\${BASE_URL}${path}\`, {
  method: '${method}',
  headers: { ${headers.join(', ')} },${body === undefined ? '' : `\n  body: JSON.stringify(${indent(JSON.stringify(body, null, 2))}),`}
});
if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`);
${hasResponseBody ? 'console.log(await response.json());' : 'console.log(response.status);'}`;
}

function python({ method, path, body, hasResponseBody }: SampleRequest): string {
  return `import os
import requests

response = requests.request(
    "${method}",
    os.environ["BASE_URL"] + "${path}",
    headers={"X-API-Key": os.environ["API_KEY"]},${body === undefined ? '' : `\n    json=${pythonLiteral(body, '    ')},`}
    timeout=30,
)
response.raise_for_status()
print(${hasResponseBody ? 'response.json()' : 'response.status_code'})`;
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ');
}

function pythonLiteral(value: unknown, margin: string): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${margin}    `;
  const entries = Array.isArray(value)
    ? value.map((entry) => pythonLiteral(entry, inner))
    : Object.entries(value).map(([key, entry]) => `${JSON.stringify(key)}: ${pythonLiteral(entry, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return entries.length === 0
    ? `${open}${close}`
    : `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${margin}${close}`;
}
