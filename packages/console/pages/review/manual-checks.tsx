import { Untrusted } from '../../components/texts.tsx';
import { useLive } from '../../live.ts';
import { count } from '../../format.ts';
import type { Scope } from '../../scope.ts';
import { readProfile } from '../profiles/use-profile.ts';

/** The checks that a person makes before the file is sent. Shows nothing if the profile has none. */
export function ManualChecks({
  scope,
  profile: { id, version },
}: {
  scope: Scope;
  profile: { id: string; version: number };
}) {
  const { data } = useLive(
    `manual checks ${scope.workspaceId} ${id} ${version}`,
    (signal) => readProfile(scope, id, version, signal),
    () => null,
  );
  if (data === null || data.manualChecks.length === 0) return null;
  return (
    <details class="manual-checks">
      <summary>
        {count(data.manualChecks.length, 'check')} for a person, which the verdict does not include
      </summary>
      <ul class="bullets">
        {data.manualChecks.map(({ code, text }) => (
          <li key={code}>
            <Untrusted text={text} />
          </li>
        ))}
      </ul>
    </details>
  );
}
