import { useComputed } from '@preact/signals';
import { frameAt } from '@assay/domain/time-code.ts';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { formatNumber } from '../../../format.ts';
import type { TimeFormat } from '../time-format.ts';
import type { Player } from './player.ts';

const speeds = [0.25, 0.5, 1, 1.5, 2, 4];

interface Props {
  player: Player;
  timeFormat: TimeFormat;
  durationSeconds: number;
  volume: number;
  hasSound: boolean;
  onVolume: (volume: number) => void;
  /** Starts or stops the repeated playback of the selected issue. Null if no issue with a time is selected. */
  onLoop: (() => void) | null;
}

/** The buttons below the picture, and the shown time. */
export function Transport({
  player,
  timeFormat,
  durationSeconds,
  volume,
  hasSound,
  onVolume,
  onLoop,
}: Props) {
  const { rate, format } = timeFormat;
  const time = useComputed(() => format(player.seconds.value));
  const frame = useComputed(() =>
    rate === null ? '' : `frame ${formatNumber(frameAt(player.seconds.value, rate))}`,
  );
  const isPlaying = player.isPlaying.value;
  const unit = rate === null ? 'step' : 'frame';
  const shown = Math.abs(player.speed.value);
  return (
    <div class="transport" role="group" aria-label="Player">
      <Button icon="frame-back" title={`Back one ${unit}`} onPress={() => player.step(-1)} />
      <Button
        icon={isPlaying ? 'pause' : 'play'}
        title={isPlaying ? 'Pause' : 'Play'}
        isPrimary
        isDisabled={!player.isAttached.value}
        onPress={() => player.toggle()}
      />
      <Button icon="frame-forward" title={`Forward one ${unit}`} onPress={() => player.step(1)} />
      <p class="transport-time">
        <span class="time-code">{time}</span>
        <span class="muted">
          {frame}
          {rate !== null && ' · '}
          {format(durationSeconds)}
        </span>
      </p>
      <select
        class="transport-speed"
        aria-label="Speed"
        value={String(shown)}
        onChange={({ currentTarget }) => player.setSpeed(Number(currentTarget.value))}
      >
        {[...new Set([...speeds, shown])]
          .sort((a, b) => a - b)
          .map((speed) => (
            <option key={speed} value={String(speed)}>
              {speed}×
            </option>
          ))}
      </select>
      <button
        type="button"
        class="button button-small"
        aria-pressed={player.loop.value !== null}
        disabled={onLoop === null}
        onClick={() => onLoop?.()}
      >
        <Icon name="loop" />
        Loop
      </button>
      {hasSound && (
        <>
          <Button
            icon={volume === 0 ? 'muted' : 'sound'}
            title={volume === 0 ? 'Sound on' : 'Sound off'}
            onPress={() => onVolume(volume === 0 ? 1 : 0)}
          />
          <input
            class="transport-volume"
            type="range"
            aria-label="Volume"
            min={0}
            max={1}
            step={0.05}
            value={volume}
            onInput={({ currentTarget }) => onVolume(Number(currentTarget.value))}
          />
        </>
      )}
    </div>
  );
}

export function Button({
  icon,
  title,
  isPrimary = false,
  isDisabled = false,
  onPress,
}: {
  icon: IconName;
  title: string;
  isPrimary?: boolean;
  isDisabled?: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      class={`button button-icon ${isPrimary ? 'button-primary' : ''}`}
      title={title}
      disabled={isDisabled}
      onClick={onPress}
    >
      <Icon name={icon} />
      <span class="visually-hidden">{title}</span>
    </button>
  );
}
