import { useEffect, useRef } from 'preact/hooks';
import { Field, Select } from '../../components/fields.tsx';
import { navigate } from '../../navigation.ts';
import { pageHref, type Scope } from '../../scope.ts';
import { currentFilters, type FilterName, filterNames, type Filters } from './filters.ts';

const typingPauseMs = 300;

const statuses = [
  ['', 'Any status'],
  ['processing', 'Processing'],
  ['complete', 'Complete'],
  ['failed', 'Failed'],
] as const;
const types = [
  ['', 'Any type'],
  ['video', 'Video'],
  ['audio', 'Audio'],
  ['image', 'Image'],
  ['document', 'Document'],
] as const;
const severityOptions = [
  ['', 'Any severity'],
  ['critical', 'Critical'],
  ['major', 'Major'],
  ['minor', 'Minor'],
  ['info', 'Info'],
] as const;

/** The filters of the list. They are kept in the URL, so that a link is a saved view. */
export function FilterBar({ scope }: { scope: Scope }) {
  const filters = currentFilters();
  const timer = useRef(0);
  /** Text that is not in the URL yet, because the person may still be typing. */
  const typed = useRef<Partial<Filters>>({});
  useEffect(() => () => clearTimeout(timer.current), []);
  const apply = (chosen: Partial<Filters>) => {
    clearTimeout(timer.current);
    const filters = { ...currentFilters(), ...typed.current, ...chosen };
    typed.current = {};
    navigate(pageHref(scope, '/submissions', filters), { replace: true });
  };
  const set = (name: FilterName, value: string) => apply({ [name]: value });
  const type = (name: FilterName, value: string) => {
    clearTimeout(timer.current);
    typed.current[name] = value;
    timer.current = setTimeout(() => apply({}), typingPauseMs);
  };
  const active = filterNames.filter((name) => filters[name] !== '').length;
  const further = (['ruleCode', 'since', 'until'] as const).some((name) => filters[name] !== '');
  return (
    <form
      class="filters"
      role="search"
      aria-label="Filter submissions"
      onSubmit={(event) => event.preventDefault()}
    >
      <Field label="Search">
        {(ids) => (
          <input
            {...ids}
            type="search"
            placeholder="Part of a file name"
            value={filters.search}
            maxLength={200}
            onInput={({ currentTarget }) => type('search', currentTarget.value)}
          />
        )}
      </Field>
      <Select
        label="Status"
        value={filters.status}
        options={statuses}
        onChange={(value) => set('status', value)}
      />
      <Select
        label="Type"
        value={filters.assetType}
        options={types}
        onChange={(value) => set('assetType', value)}
      />
      <Select
        label="Severity"
        value={filters.severity}
        options={severityOptions}
        onChange={(value) => set('severity', value)}
      />
      <details class="more-filters" open={further}>
        <summary>More filters</summary>
        <div class="filters-row">
          <Field label="Rule">
            {(ids) => (
              <input
                {...ids}
                type="text"
                placeholder="picture.black"
                spellcheck={false}
                autocapitalize="none"
                value={filters.ruleCode}
                onInput={({ currentTarget }) => type('ruleCode', currentTarget.value)}
              />
            )}
          </Field>
          <Field label="From">
            {(ids) => (
              <input
                {...ids}
                type="date"
                value={filters.since}
                onChange={({ currentTarget }) => set('since', currentTarget.value)}
              />
            )}
          </Field>
          <Field label="To">
            {(ids) => (
              <input
                {...ids}
                type="date"
                value={filters.until}
                onChange={({ currentTarget }) => set('until', currentTarget.value)}
              />
            )}
          </Field>
        </div>
      </details>
      {active > 0 && (
        <a class="clear-filters" href={pageHref(scope, '/submissions')}>
          Clear {active === 1 ? 'the filter' : `${active} filters`}
        </a>
      )}
    </form>
  );
}
