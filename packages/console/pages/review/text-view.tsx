import { Excerpts } from './text/excerpts.tsx';
import { PlainText } from './text/plain-text.tsx';
import type { MediaViewProps } from './view.ts';
import './viewer.css';

/** A plain text with its issues, or the excerpts of a document that browsers do not show. */
export function TextView(props: MediaViewProps) {
  return props.media.mimeType === 'text/plain' ? <PlainText {...props} /> : <Excerpts {...props} />;
}
