import type { JsonSchema } from './schemas.ts';

interface SampleRequest {
  /** The HTTP method in upper case. */
  method: string;
  /** The path, with a `Variable` for each parameter. */
  path: readonly (string | Variable)[];
  /** The body, with a `Variable` for each value that only the reader knows. Undefined if there is no body. */
  body: unknown;
  /** How the sample reads the body of the response. */
  responseBody: 'json' | 'text' | 'none';
}

interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

/** An environment variable that a sample reads. */
class Variable {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Environment variables for path parameters. */
const pathVariables: Record<string, string> = {
  submission_id: 'SUBMISSION_ID',
  asset_id: 'ASSET_ID',
  issue_id: 'ISSUE_ID',
  report_link_id: 'REPORT_LINK_ID',
  evidence_id: 'EVIDENCE_ID',
  subscription_id: 'SUBSCRIPTION_ID',
  profile_id: 'PROFILE_ID',
  trial_id: 'TRIAL_ID',
  event_id: 'EVENT_ID',
  name: 'SERIES_NAME',
  format: 'REPORT_FORMAT',
};
/** Environment variables for fields of request bodies. */
const bodyVariables: Record<string, string> = {
  submissionId: 'SUBMISSION_ID',
  blobPath: 'BLOB_PATH',
  sidekickIds: 'SIDEKICK_ID',
  issueIds: 'ISSUE_ID',
  secret: 'NEW_SECRET',
};

/**
 * Returns code samples of a request in curl, JavaScript and Python (`x-codeSamples`). The samples read the URL of the
 * service, the key and all ids from environment variables, so that they run as they are.
 */
export function codeSamples(method: string, path: string, operation: JsonSchema): CodeSample[] {
  const { requestBody, responses } = operation as {
    requestBody?: { content: { 'application/json': { example?: unknown } } };
    responses: Record<string, { content?: JsonSchema }>;
  };
  const { content } = responses['200'] ?? {};
  const isText = content !== undefined && !('application/json' in content);
  const request: SampleRequest = {
    method,
    path: path
      .split(/\{(\w+)\}/)
      .map((part, index) => (index % 2 === 0 ? part : new Variable(pathVariables[part]!))),
    body: withVariables(requestBody?.content['application/json'].example),
    responseBody: '204' in responses ? 'none' : isText ? 'text' : 'json',
  };
  return [
    { lang: 'Shell', label: 'curl', source: curl(request) },
    { lang: 'JavaScript', label: 'fetch', source: javascript(request) },
    { lang: 'Python', label: 'requests', source: python(request) },
  ];
}

/** Replaces the values that only the reader knows by variables. Keeps one item of a list that has such values. */
function withVariables(value: unknown, name?: string): unknown {
  const variable = name === undefined ? undefined : bodyVariables[name];
  if (variable !== undefined) return Array.isArray(value) ? [new Variable(variable)] : new Variable(variable);
  if (Array.isArray(value)) {
    const items = value.map((item) => withVariables(item));
    return typeof value[0] === 'object' ? items.slice(0, 1) : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withVariables(item, key)]));
}

function curl({ method, path, body }: SampleRequest): string {
  const url = path.map((part) => (part instanceof Variable ? `$${part.name}` : part)).join('');
  const lines = [`curl --fail-with-body -X ${method} "$BASE_URL${url}"`, '-H "X-API-Key: $API_KEY"'];
  if (body !== undefined) {
    const json = literal(body, '', {
      text: (text) => JSON.stringify(text).replaceAll("'", String.raw`'\''`),
      variable: (variable) => `"'"$${variable}"'"`,
    });
    lines.push("-H 'Content-Type: application/json'", `-d '${json}'`);
  }
  return lines.join(' \\\n  ');
}

function javascript({ method, path, body, responseBody }: SampleRequest): string {
  const url = path.map((part) => (part instanceof Variable ? `\${${part.name}}` : part)).join('');
  const headers = [
    "'X-API-Key': API_KEY",
    ...(body === undefined ? [] : ["'Content-Type': 'application/json'"]),
  ];
  const json = body === undefined ? '' : literal(body, '  ', { variable: (variable) => variable });
  return `const { ${['BASE_URL', 'API_KEY', ...variablesOf(path, body)].join(', ')} } = process.env;
const response = await fetch(\`\${BASE_URL}${url}\`, {
  method: '${method}',
  headers: { ${headers.join(', ')} },${body === undefined ? '' : `\n  body: JSON.stringify(${json}),`}
});
if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`);
${responseBody === 'none' ? 'console.log(response.status);' : `console.log(await response.${responseBody}());`}`;
}

function python({ method, path, body, responseBody }: SampleRequest): string {
  const environ = (variable: string) => `os.environ["${variable}"]`;
  const url = path
    .filter((part) => part !== '')
    .map((part) => (part instanceof Variable ? environ(part.name) : `"${part}"`))
    .join(' + ');
  const json =
    body === undefined
      ? ''
      : literal(body, '    ', {
          variable: environ,
          keywords: { null: 'None', true: 'True', false: 'False' },
        });
  return `import os
import requests

response = requests.request(
    "${method}",
    os.environ["BASE_URL"] + ${url},
    headers={"X-API-Key": os.environ["API_KEY"]},${body === undefined ? '' : `\n    json=${json},`}
    timeout=30,
)
response.raise_for_status()
print(response.${{ json: 'json()', text: 'text', none: 'status_code' }[responseBody]})`;
}

function variablesOf(path: SampleRequest['path'], body: unknown): Set<string> {
  const found = new Set(path.filter((part) => part instanceof Variable).map(({ name }) => name));
  const collect = (value: unknown): void => {
    if (value instanceof Variable) found.add(value.name);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  collect(body);
  return found;
}

interface Notation {
  variable: (name: string) => string;
  /** Default: JSON. */
  text?: (text: string) => string;
  /** The words for `null`, `true` and `false`, if they differ from JSON. */
  keywords?: Record<string, string>;
}

/** Returns a JSON value with variables as source text. `margin` is the indentation of the line it begins on. */
function literal(value: unknown, margin: string, notation: Notation): string {
  const { variable, text = JSON.stringify, keywords = {} } = notation;
  if (value instanceof Variable) return variable(value.name);
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return keywords[String(value)] ?? String(value);
  const inner = `${margin}  `;
  const entries = Array.isArray(value)
    ? value.map((entry) => literal(entry, inner, notation))
    : Object.entries(value).map(([key, entry]) => `${text(key)}: ${literal(entry, inner, notation)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (entries.length === 0) return `${open}${close}`;
  return `${open}\n${entries.map((entry) => inner + entry).join(',\n')}\n${margin}${close}`;
}
