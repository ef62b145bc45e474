import type { Sidekick } from '@assay/client/shapes.ts';
import { SeverityLabel } from '../../components/badges.tsx';
import { TypeIcon, Untrusted } from '../../components/texts.tsx';
import { count, formatMeasured } from '../../format.ts';

interface Props {
  sidekicks: readonly Sidekick[];
  isChosen: (sidekick: Sidekick) => boolean;
  onChoose: (sidekick: Sidekick, isChosen: boolean) => void;
}

/** The sidekicks that examine the files, each with the rules that it checks. */
export function SidekickList({ sidekicks, isChosen, onChoose }: Props) {
  return (
    <ul class="sidekicks">
      {sidekicks.map((sidekick) => (
        <li key={sidekick.id} class="sidekick">
          <label>
            <input
              type="checkbox"
              checked={isChosen(sidekick)}
              onChange={({ currentTarget }) => onChoose(sidekick, currentTarget.checked)}
            />
            <span class="sidekick-name">
              <Untrusted text={sidekick.name} />
            </span>
            <span class="types">
              {sidekick.assetTypes.map((type) => (
                <span key={type} class="type">
                  <TypeIcon type={type} />
                  {type}
                </span>
              ))}
            </span>
          </label>
          <p class="sidekick-text">
            <Untrusted text={sidekick.description} />
          </p>
          {sidekick.limits.length > 0 && (
            <details>
              <summary>
                Limits
                <span class="visually-hidden"> of {sidekick.name}</span>
              </summary>
              <ul class="sidekick-limits">
                {sidekick.limits.map((limit) => (
                  <li key={limit}>
                    <Untrusted text={limit} />
                  </li>
                ))}
              </ul>
            </details>
          )}
          <details>
            <summary>
              {count(sidekick.rules.length, 'rule')}
              <span class="visually-hidden"> of {sidekick.name}</span>
            </summary>
            <ul class="rules">
              {sidekick.rules.map(({ id, name, severity, threshold, unit }) => (
                <li key={id}>
                  <SeverityLabel severity={severity} />
                  <span>
                    <Untrusted text={name} />
                    {threshold !== null && (
                      <span class="muted">
                        {' '}
                        (limit {formatMeasured(threshold)}
                        {unit === null ? '' : ` ${unit}`})
                      </span>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  );
}
