import { Empty } from '../../components/page.tsx';
import type { MediaViewProps } from './view.ts';

export function ImageView({ media }: MediaViewProps) {
  return (
    <Empty title="The file is not shown yet.">
      <p>{media.filename}</p>
    </Empty>
  );
}
