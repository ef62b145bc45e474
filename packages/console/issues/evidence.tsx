import { useSignal } from '@preact/signals';
import type { Issue } from '@assay/client/shapes.ts';
import { ExternalLink, Untrusted } from '../components/texts.tsx';
import { formatMeasured } from '../format.ts';

type Evidence = Issue['contributors'][number]['evidence'][number];

/** The content of a measurement. Custom sidekicks may leave fields out. */
interface Measurement {
  measured?: unknown;
  threshold?: unknown;
  /** The value that a profile requires, with its unit. */
  required?: unknown;
  unit?: unknown;
  source?: unknown;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Props {
  evidence: Evidence;
  /** The evidence before it in the list; absent for the first one. A threshold and a source are shown once. */
  before: Evidence | undefined;
  summary: string;
  /** The text of the place of the evidence; null if it is that of the issue. */
  place: string | null;
}

export function EvidenceItem({ evidence, before, summary, place }: Props) {
  const { content, sourceType } = evidence as { content: unknown; sourceType: Evidence['sourceType'] };
  if (sourceType === 'image' && isObject(content) && typeof content['url'] === 'string')
    return <Picture key={content['url']} url={content['url']} summary={summary} />;
  const shown = isObject(content) && hasSameLimit(content, before?.content) ? withoutLimit(content) : content;
  if (sourceType === 'measurement' && isObject(shown))
    return <MeasurementItem measurement={shown} place={place} />;
  return <Excerpt content={shown} place={place} />;
}

function hasSameLimit(content: Record<string, unknown>, before: unknown): boolean {
  const limitOf = ({ threshold, source }: Measurement) => JSON.stringify([threshold, source]);
  return isObject(before) && limitOf(content) === limitOf(before);
}

function withoutLimit({ threshold: _, source: __, ...content }: Record<string, unknown>) {
  return content;
}

function Place({ place }: { place: string | null }) {
  if (place === null) return null;
  return (
    <div>
      <dt>Where</dt>
      <dd>
        <Untrusted text={place} />
      </dd>
    </div>
  );
}

/** A picture from the storage. The content security policy blocks pictures that custom sidekicks store elsewhere. */
function Picture({ url, summary }: { url: string; summary: string }) {
  const isMissing = useSignal(false);
  if (isMissing.value)
    return (
      <p class="muted">
        The picture cannot be shown here. <ExternalLink url={url} text="Open the picture" />
      </p>
    );
  return (
    <img
      class="evidence-picture"
      src={url}
      alt={`Picture of the moment: ${summary}`}
      loading="lazy"
      onError={() => (isMissing.value = true)}
    />
  );
}

function MeasurementItem({ measurement, place }: { measurement: Measurement; place: string | null }) {
  const { measured, threshold, required, source } = measurement;
  const unit = typeof measurement.unit === 'string' ? ` ${measurement.unit}` : '';
  return (
    <dl class="measurement">
      <Place place={place} />
      {measured !== undefined && (
        <div>
          <dt>Measured</dt>
          <dd class="value">
            <Untrusted text={formatMeasured(measured)} />
            {typeof measured === 'number' && unit}
          </dd>
        </div>
      )}
      {threshold !== undefined && threshold !== null && typeof required !== 'string' && (
        <div>
          <dt>Threshold</dt>
          <dd class="value">
            {formatMeasured(threshold)}
            {unit}
          </dd>
        </div>
      )}
      {typeof required === 'string' && (
        <div>
          <dt>Required</dt>
          <dd class="value">
            <Untrusted text={required} />
          </dd>
        </div>
      )}
      <Source source={source} />
    </dl>
  );
}

const maxExcerptCharacters = 2_000;

/** Facts that were read from the file: a text, named values, or any other JSON. */
function Excerpt({ content, place }: { content: unknown; place: string | null }) {
  if (
    isObject(content) &&
    Object.entries(content).every(([name, value]) => name === 'source' || isPlain(value))
  ) {
    const { quote, context, source, ...facts } = content;
    return (
      <dl class="measurement">
        <Place place={place} />
        {typeof context === 'string' ? (
          <div class="measurement-source">
            <dt>Text</dt>
            <dd>
              <Quoted context={cut(context)} quote={typeof quote === 'string' ? quote : ''} />
            </dd>
          </div>
        ) : (
          quote !== undefined && <Fact name="quote" value={quote} />
        )}
        {Object.entries(facts).map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
        <Source source={source} />
      </dl>
    );
  }
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
  return (
    <pre class="excerpt">
      <Untrusted text={cut(text)} />
    </pre>
  );
}

function Fact({ name, value }: { name: string; value: unknown }) {
  return (
    <div>
      <dt>
        <Untrusted text={inWords(name)} />
      </dt>
      <dd>
        <Untrusted text={cut(typeof value === 'number' ? formatMeasured(value) : String(value))} />
      </dd>
    </div>
  );
}

/** Returns the name of a field as words: `readConfidence` as `Read confidence`. */
function inWords(name: string): string {
  const words = name.replace(/(?<=\p{Ll})\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function Quoted({ context, quote }: { context: string; quote: string }) {
  const start = quote === '' ? -1 : context.indexOf(quote);
  if (start === -1) return <Untrusted text={context} />;
  return (
    <>
      <Untrusted text={context.slice(0, start)} />
      <mark>
        <Untrusted text={quote} />
      </mark>
      <Untrusted text={context.slice(start + quote.length)} />
    </>
  );
}

/** The standard behind a threshold or an excerpt. Shows nothing if `source` names no standard. */
function Source({ source }: { source: unknown }) {
  if (!isObject(source) || typeof source['standard'] !== 'string') return null;
  const { standard, url, clause } = source;
  return (
    <div class="measurement-source">
      <dt>Source</dt>
      <dd>
        {typeof url === 'string' ? <ExternalLink url={url} text={standard} /> : <Untrusted text={standard} />}
        {typeof clause === 'string' && (
          <span class="muted">
            {' '}
            <Untrusted text={clause} />
          </span>
        )}
      </dd>
    </div>
  );
}

function isPlain(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function cut(text: string): string {
  return text.length > maxExcerptCharacters ? `${text.slice(0, maxExcerptCharacters)}…` : text;
}
