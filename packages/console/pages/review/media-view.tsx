import type { AssetType } from '@assay/domain/asset-type.ts';
import { lazy } from '../../components/lazy.tsx';
import { Empty } from '../../components/page.tsx';
import type { MediaViewProps } from './view.ts';

const RecordingView = lazy<MediaViewProps>('the recording', async () => {
  const { RecordingView } = await import('./recording/recording-view.tsx');
  return RecordingView;
});
const DocumentView = lazy<MediaViewProps>('the document', async () => {
  const { DocumentView } = await import('./document-view.tsx');
  return DocumentView;
});
const ImageView = lazy<MediaViewProps>('the image', async () => {
  const { ImageView } = await import('./image-view.tsx');
  return ImageView;
});
const TextView = lazy<MediaViewProps>('the text', async () => {
  const { TextView } = await import('./text-view.tsx');
  return TextView;
});

export function MediaView({ assetType, ...props }: MediaViewProps & { assetType: AssetType | null }) {
  if (props.media.original === null) {
    return (
      <Empty title="There is no file to show.">
        <p>
          {props.media.sizeBytes === null
            ? 'The sandbox simulates submissions without files.'
            : 'The file is no longer in the storage.'}
        </p>
      </Empty>
    );
  }
  switch (assetType) {
    case 'video':
    case 'audio':
      return <RecordingView {...props} />;
    case 'image':
      return <ImageView {...props} />;
    case 'document':
    case null:
      return props.media.mimeType === 'application/pdf' ? (
        <DocumentView {...props} />
      ) : (
        <TextView {...props} />
      );
  }
}
