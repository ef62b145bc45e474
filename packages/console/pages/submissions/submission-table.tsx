import type { ListedSubmission } from '../../api/shapes.ts';
import { SeverityCounts, StatusLabel, VerdictLabel } from '../../components/badges.tsx';
import { Cell, Row, Table } from '../../components/table.tsx';
import { Time, TypeIcon, Untrusted } from '../../components/texts.tsx';
import { count, formatNumber } from '../../format.ts';
import { pageHref, type Scope } from '../../scope.ts';

const columns = [
  { title: 'Files' },
  { title: 'Type' },
  { title: 'Issues' },
  { title: 'Status' },
  { title: 'Credits', isNumber: true },
  { title: 'Created' },
];

export function SubmissionTable({ scope, items }: { scope: Scope; items: readonly ListedSubmission[] }) {
  return (
    <Table caption="Submissions, newest first" columns={columns}>
      {items.map((item) => (
        <Row key={item.submissionId} class="row-link">
          <Cell title="Files" isHeading>
            <a class="file-name" href={pageHref(scope, `/submissions/${item.submissionId}`)}>
              <Untrusted text={item.filenames[0] ?? item.submissionId} />
            </a>
            {item.assetCount > 1 && (
              <span class="muted more-files">and {count(item.assetCount - 1, 'more file')}</span>
            )}
          </Cell>
          <Cell title="Type">
            <span class="types">
              {item.assetTypes.map((type) => (
                <span key={type} class="type">
                  <TypeIcon type={type} />
                  {type}
                </span>
              ))}
              {item.assetTypes.length === 0 && <span class="muted">–</span>}
            </span>
          </Cell>
          <Cell title="Issues">
            <Issues item={item} />
          </Cell>
          <Cell title="Status">
            <StatusLabel status={item.status} progress={item.progress} />
            {item.verdict !== null && item.profile !== null && (
              <div>
                <VerdictLabel
                  verdict={item.verdict}
                  profile={item.profile}
                  reason={item.assetCount === 1 ? item.verdictReason : null}
                />
              </div>
            )}
            {item.signOff !== null && (
              <div class="muted">{item.signOff === 'needed' ? 'Needs a decision' : 'Signed off'}</div>
            )}
          </Cell>
          <Cell title="Credits" isNumber>
            {formatNumber(item.creditsCharged)}
          </Cell>
          <Cell title="Created">
            <Time at={item.createdAt} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

/** Shows a dash instead of "No issues" if nothing of the submission was examined. */
function Issues({ item: { severities, progress, status } }: { item: ListedSubmission }) {
  const isClean = severities === null || Object.values(severities).every((found) => found === 0);
  const isKnown = severities !== null && progress.finished > 0 && !(status === 'failed' && isClean);
  return isKnown ? <SeverityCounts counts={severities} /> : <span class="muted">–</span>;
}
