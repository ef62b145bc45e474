import { severities } from '@assay/domain/sidekick.ts';
import { Select } from '../components/fields.tsx';
import { countBySeverity, type IssueFilter, type Results } from './use-results.ts';

export function IssueFilters({
  results: { issues, topics },
  filter,
  onChange,
}: {
  results: Results;
  filter: IssueFilter;
  onChange: (filter: IssueFilter) => void;
}) {
  const counts = countBySeverity(issues);
  const found = severities.filter((each) => counts[each] > 0);
  return (
    <>
      <Select
        label="Severity"
        value={filter.severity}
        options={[['', 'All'], ...found.map((each) => [each, `${each} (${counts[each]})`] as const)]}
        onChange={(severity) => onChange({ ...filter, severity })}
      />
      {topics.length > 0 && (
        <Select
          label="Topic"
          value={filter.topic}
          options={[
            ['', 'All'],
            ...topics.map(({ id, title, issueCount }) => [id, `${title} (${issueCount})`] as const),
          ]}
          onChange={(topic) => onChange({ ...filter, topic })}
        />
      )}
    </>
  );
}
