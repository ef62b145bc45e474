import { useSignal } from '@preact/signals';
import { ChooseFiles } from '../../components/choose-files.tsx';
import { Icon } from '../../components/icon.tsx';

/**
 * A drop target for files, with a button that opens the file dialog.
 * @param isSmall true if there are files already, whose list needs the space
 */
export function DropZone({
  isSmall,
  onFiles,
}: {
  isSmall: boolean;
  onFiles: (files: Iterable<File>) => void;
}) {
  const isOver = useSignal(false);
  return (
    <div
      class={`drop-zone${isOver.value ? ' drop-zone-over' : ''}${isSmall ? ' drop-zone-small' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => (isOver.value = false)}
      onDrop={(event) => {
        event.preventDefault();
        isOver.value = false;
        if (event.dataTransfer !== null) onFiles(event.dataTransfer.files);
      }}
    >
      <Icon name="upload" />
      <p>
        <strong>{isSmall ? 'Drop more files here' : 'Drop files here'}</strong>
      </p>
      {!isSmall && (
        <p class="muted">
          Video up to 5 GB, audio, images, PDF, Word or text. They are uploaded at once, and charged only when
          you submit.
        </p>
      )}
      <ChooseFiles onFiles={onFiles}>Choose files</ChooseFiles>
    </div>
  );
}
