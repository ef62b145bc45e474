import { Icon } from '../../components/icon.tsx';
import { Untrusted } from '../../components/texts.tsx';
import type { AssetMedia } from './view.ts';

/** A link that downloads the file. The storage serves it as an attachment, so browsers do not open it. */
export function OriginalLink({ media }: { media: AssetMedia }) {
  if (media.original === null) return null;
  return (
    <a class="button" href={media.original.url} download rel="noopener noreferrer" target="_blank">
      <Icon name="archive" />
      Download <Untrusted text={media.filename} />
    </a>
  );
}
