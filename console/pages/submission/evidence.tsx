import type { Issue } from '../../../client/shapes.ts';
import { ExternalLink, Untrusted } from '../../components/texts.tsx';
import { formatMeasured } from '../../format.ts';

type Evidence = Issue['contributors'][number]['evidence'][number];

/** The content of a measurement. Custom sidekicks may leave fields out. */
interface Measurement {
  measured?: unknown;
  threshold?: unknown;
  unit?: unknown;
  source?: { standard?: unknown; clause?: unknown; url?: unknown };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function EvidenceItem({ evidence, summary }: { evidence: Evidence; summary: string }) {
  const { content, sourceType } = evidence as { content: unknown; sourceType: Evidence['sourceType'] };
  if (sourceType === 'image' && isObject(content) && typeof content['url'] === 'string')
    return (
      <img
        class="evidence-picture"
        src={content['url']}
        alt={`Picture of the moment: ${summary}`}
        loading="lazy"
      />
    );
  if (sourceType === 'measurement' && isObject(content)) return <MeasurementItem measurement={content} />;
  return <Excerpt content={content} />;
}

function MeasurementItem({ measurement }: { measurement: Measurement }) {
  const { measured, threshold, source } = measurement;
  const unit = typeof measurement.unit === 'string' ? ` ${measurement.unit}` : '';
  const standard = typeof source?.standard === 'string' ? source.standard : null;
  return (
    <dl class="measurement">
      {measured !== undefined && (
        <div>
          <dt>Measured</dt>
          <dd class="value">
            {formatMeasured(measured)}
            {unit}
          </dd>
        </div>
      )}
      {threshold !== undefined && threshold !== null && (
        <div>
          <dt>Threshold</dt>
          <dd class="value">
            {formatMeasured(threshold)}
            {unit}
          </dd>
        </div>
      )}
      {standard !== null && (
        <div class="measurement-source">
          <dt>Source</dt>
          <dd>
            {typeof source?.url === 'string' ? (
              <ExternalLink url={source.url} text={standard} />
            ) : (
              <Untrusted text={standard} />
            )}
            {typeof source?.clause === 'string' && (
              <span class="muted">
                {' '}
                <Untrusted text={source.clause} />
              </span>
            )}
          </dd>
        </div>
      )}
    </dl>
  );
}

const maxExcerptCharacters = 2_000;

/** Facts that were read from the file: a text, named values, or any other JSON. */
function Excerpt({ content }: { content: unknown }) {
  if (isObject(content) && Object.values(content).every(isPlain)) {
    return (
      <dl class="measurement">
        {Object.entries(content).map(([name, value]) => (
          <div key={name}>
            <dt>
              <Untrusted text={name} />
            </dt>
            <dd>
              <Untrusted text={cut(String(value))} />
            </dd>
          </div>
        ))}
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

function isPlain(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function cut(text: string): string {
  return text.length > maxExcerptCharacters ? `${text.slice(0, maxExcerptCharacters)}…` : text;
}
