import type { ProfileContent, ProfileSource } from '@assay/domain/contracts/profile.ts';
import { ExternalLink, Untrusted } from '../../components/texts.tsx';
import { keyOf } from './words.ts';

/** Shows a document as a link, with the part of it that is meant. */
export function Source({ source }: { source: ProfileSource }) {
  const { part } = source;
  return (
    <span class="source">
      <SourceTitle source={source} />
      {part !== null && (
        <span class="muted">
          , <Untrusted text={part} />
        </span>
      )}
    </span>
  );
}

function SourceTitle({ source: { title, url } }: { source: ProfileSource }) {
  return url === null ? <Untrusted text={title} /> : <ExternalLink url={url} text={title} />;
}

/** Shows a document beside a value. The list of documents of the profile has its part. */
export function SourceOfValue({ source, content }: { source: ProfileSource; content: ProfileContent }) {
  const isListed = content.sources.some((each) => keyOf(each) === keyOf(source));
  return isListed ? <SourceTitle source={source} /> : <Source source={source} />;
}
