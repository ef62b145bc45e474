import type { ComponentChildren } from 'preact';
import { ApiFault } from '../api/request.ts';
import { ErrorNotice } from './notice.tsx';
import { Empty, Loading, PageHeading } from './page.tsx';

/** The page of a submission, an asset or a profile that is loading, does not exist, or could not be read. */
export function UnreadPage({
  title,
  what,
  back,
  error,
}: {
  title: string;
  what: 'asset' | 'submission' | 'profile';
  back: ComponentChildren;
  error: Error | null;
}) {
  const isUnknown = error instanceof ApiFault && (error.status === 404 || error.status === 422);
  const name = `${what[0]!.toUpperCase()}${what.slice(1)}`;
  return (
    <>
      {back}
      <PageHeading title={isUnknown ? `${name} not found` : title} />
      {error === null && <Loading what={`the ${what}`} />}
      {isUnknown ? (
        <Empty title={`There is no such ${what}.`}>
          <p>
            {what === 'profile'
              ? 'It belongs to another workspace, or it was deleted.'
              : 'It belongs to another workspace or environment, or it was removed after its retention period.'}
          </p>
        </Empty>
      ) : (
        <ErrorNotice error={error} what={`The ${what} could not be loaded.`} isRetried />
      )}
    </>
  );
}
