import type { Profile } from '@assay/domain/contracts/profile.ts';
import { Untrusted } from '../../components/texts.tsx';
import { useLive } from '../../live.ts';
import { count } from '../../format.ts';
import { callApi, type Scope } from '../../scope.ts';

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
    (signal) =>
      callApi<Profile>(
        scope,
        'GET',
        `/api/integrations/profiles/${encodeURIComponent(id)}?version=${version}`,
        undefined,
        signal,
      ),
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
