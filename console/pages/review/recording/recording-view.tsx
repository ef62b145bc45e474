import { Empty } from '../../../components/page.tsx';
import type { MediaViewProps } from '../view.ts';

export function RecordingView({ media }: MediaViewProps) {
  return (
    <Empty title="The file is not shown yet.">
      <p>{media.filename}</p>
    </Empty>
  );
}
