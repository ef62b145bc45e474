import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ProfileSummary } from '@assay/client/shapes.ts';
import { verdictNames } from '../../components/badges.tsx';
import { Field, Select } from '../../components/fields.tsx';
import { navigate } from '../../navigation.ts';
import { pageHref, type Scope } from '../../scope.ts';
import { listProfiles } from '../profiles/use-profile.ts';
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
const verdictOptions = [['', 'Any verdict'], ...Object.entries(verdictNames)] as [string, string][];
const signOffOptions = [
  ['', 'Any'],
  ['needed', 'Needs a decision'],
  ['done', 'Signed off'],
] as const;
const severityOptions = [
  ['', 'Any severity'],
  ['critical', 'Critical'],
  ['major', 'Major'],
  ['minor', 'Minor'],
  ['info', 'Info'],
] as const;

/** Returns the choices of profiles. The chosen one stays a choice if it is not known, for example if it was deleted. */
function profileOptions(
  profiles: readonly ProfileSummary[],
  chosen: string,
): [value: string, text: string][] {
  const isKnown = chosen === '' || profiles.some(({ id }) => id === chosen);
  return [
    ['', 'Any profile'],
    ...profiles.map(({ id, name }): [string, string] => [id, name]),
    ...(isKnown ? [] : ([[chosen, 'Another profile']] as [string, string][])),
  ];
}

/** The filters of the list. They are kept in the URL, so that a link is a saved view. */
export function FilterBar({ scope }: { scope: Scope }) {
  const filters = currentFilters();
  const profiles = useSignal<readonly ProfileSummary[]>([]);
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
  // Most visits of the page need no profiles, so they are read when the filter is shown.
  const loadProfiles = async () => {
    if (profiles.value.length > 0) return;
    profiles.value = await listProfiles(scope).catch(() => []);
  };
  const active = filterNames.filter((name) => filters[name] !== '').length;
  const further = (['ruleCode', 'profile', 'since', 'until'] as const).some((name) => filters[name] !== '');
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
        label="Verdict"
        value={filters.verdict}
        options={verdictOptions}
        onChange={(value) => set('verdict', value)}
      />
      <Select
        label="Sign-off"
        value={filters.signOff}
        options={signOffOptions}
        onChange={(value) => set('signOff', value)}
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
      <details
        class="more-filters"
        open={further}
        onToggle={({ currentTarget }) => {
          if (currentTarget.open) void loadProfiles();
        }}
      >
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
          <Select
            label="Profile"
            value={filters.profile}
            options={profileOptions(profiles.value, filters.profile)}
            onChange={(value) => set('profile', value)}
          />
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
