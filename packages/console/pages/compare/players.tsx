import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Issue } from '@assay/client/shapes.ts';
import { Select } from '../../components/fields.tsx';
import { Untrusted } from '../../components/texts.tsx';
import { callApi, type Scope } from '../../scope.ts';
import { createPlayer, type Player } from '../review/recording/player.ts';
import { Slider } from '../review/recording/slider.tsx';
import { Stage } from '../review/recording/stage.tsx';
import { Transport } from '../review/recording/transport.tsx';
import { useShortcuts } from '../review/shortcuts.tsx';
import { type TimeFormat, timeFormatOf } from '../review/time-format.ts';
import type { AssetMedia } from '../review/view.ts';
import type { ComparedFile, ComparedIssue } from './comparison.ts';
import { earlierTime, newerTime, type Part } from './cuts.ts';
import '../review/recording/recording.css';

/** Seconds by which the earlier recording may differ from the clock while both play. */
const maxDriftSeconds = 0.15;

interface Props {
  scope: Scope;
  newer: ComparedFile;
  earlier: ComparedFile;
  timeline: readonly Part[] | null;
  issues: readonly ComparedIssue[];
  selected: ComparedIssue | null;
  onSelect: (issue: ComparedIssue) => void;
  format: TimeFormat;
}

/** Two recordings that play on the clock of the newer one. */
export function Players({ scope, newer, earlier, timeline, issues, selected, onSelect, format }: Props) {
  const player = usePlayer(newer);
  const other = usePlayer(earlier);
  const heard = useSignal<'newer' | 'earlier'>('newer');
  const volume = useSignal(1);
  useOneClock(player, other, timeline);
  const anchor = selected?.issue.anchor;
  useEffect(() => {
    if (selected === null || anchor?.kind !== 'time') return;
    player.pause();
    const isEarlier = selected.outcome === 'fixed';
    player.seek(isEarlier ? newerTime(timeline, anchor.startSeconds) : anchor.startSeconds);
    // The newer recording can lack the place of an issue that is fixed.
    if (isEarlier) other.seek(anchor.startSeconds);
  }, [selected?.issue.id, player, other]);
  const duration = newer.media.facts?.durationSeconds ?? 0;
  const text = useComputed(() => format.format(player.restingSeconds.value));
  const skip = (seconds: number) => player.seek(player.seconds.value + seconds);
  useShortcuts([
    { keys: [' ', 'k'], shown: ['Space', 'K'], title: 'Play or pause both', act: () => player.toggle() },
    { keys: ['ArrowLeft'], shown: ['←'], title: 'Back a frame', act: () => player.step(-1) },
    { keys: ['ArrowRight'], shown: ['→'], title: 'Forward a frame', act: () => player.step(1) },
    { keys: ['ArrowLeft'], shift: true, shown: ['Shift', '←'], title: 'Back a second', act: () => skip(-1) },
    {
      keys: ['ArrowRight'],
      shift: true,
      shown: ['Shift', '→'],
      title: 'Forward a second',
      act: () => skip(1),
    },
  ]);
  const issuesOf = (isEarlier: boolean): Issue[] =>
    issues.flatMap(({ issue, outcome, earlier: old }) => {
      if (!isEarlier) return outcome === 'fixed' ? [] : [issue];
      return outcome === 'fixed' ? [issue] : (old ?? []);
    });
  const shown = (file: ComparedFile, of: Player, name: 'newer' | 'earlier') => (
    <section class="compare-side" aria-label={name === 'newer' ? 'Newer version' : 'Earlier version'}>
      <h2>
        <Untrusted text={file.asset.filename} />
        <Time player={of} file={file} />
      </h2>
      <CheckedStage
        {...{ scope, file, player: of }}
        issues={issuesOf(name === 'earlier')}
        hasFlashes={issues.some(({ issue, outcome, earlier: old }) =>
          name === 'newer'
            ? outcome !== 'fixed' && isFlash(issue)
            : outcome !== 'new' && isFlash(old ?? issue),
        )}
        selected={
          selected !== null && (selected.outcome === 'fixed') === (name === 'earlier') ? selected.issue : null
        }
        onSelect={(issue) => {
          const found = issues.find((each) => each.issue === issue || each.earlier === issue);
          if (found !== undefined) onSelect(found);
        }}
        volume={heard.value === name ? volume.value : 0}
      />
    </section>
  );
  return (
    <div class="review-media compare-media">
      <div class="compare-sides">
        {shown(earlier, other, 'earlier')}
        {shown(newer, player, 'newer')}
      </div>
      <Transport
        player={player}
        timeFormat={format}
        durationSeconds={duration}
        volume={volume.value}
        hasSound={newer.media.facts?.audio !== null || earlier.media.facts?.audio !== null}
        onVolume={(value) => (volume.value = value)}
        onLoop={null}
      />
      <Slider
        class="compare-position"
        label="Position"
        text={text}
        player={player}
        durationSeconds={duration}
        stepSeconds={1}
      >
        <Position player={player} durationSeconds={duration} />
      </Slider>
      <Select
        label="Sound of"
        value={heard.value}
        options={[
          ['newer', newer.asset.filename],
          ['earlier', earlier.asset.filename],
        ]}
        onChange={(value) => (heard.value = value === 'earlier' ? 'earlier' : 'newer')}
      />
    </div>
  );
}

const isFlash = ({ ruleCode }: Issue) => /^(?:flash|pattern)\./.test(ruleCode);

function usePlayer({ media: { facts } }: ComparedFile): Player {
  const { rate } = timeFormatOf(facts);
  const duration = facts?.durationSeconds ?? 0;
  return useMemo(() => createPlayer(rate, () => duration), [rate, duration]);
}

/** Keeps the earlier recording at the time of the newer one. It rests while the newer one shows what it lacks. */
function useOneClock(player: Player, other: Player, timeline: readonly Part[] | null): void {
  useEffect(() => {
    const follow = () => {
      const at = earlierTime(timeline, player.seconds.value);
      const isPlaying = player.isPlaying.value && player.speed.value > 0;
      if (at === null) return other.pause();
      if (!isPlaying) {
        other.pause();
        return other.seek(at);
      }
      other.setSpeed(player.speed.value);
      if (Math.abs(other.seconds.peek() - at) > maxDriftSeconds * player.speed.value) other.seek(at);
      if (!other.isPlaying.peek()) other.play();
    };
    const ends = [player.seconds, player.isPlaying, player.speed].map((each) => each.subscribe(follow));
    return () => ends.forEach((end) => end());
  }, [player, other, timeline]);
}

/** A stage that gets new links when its link has expired. */
function CheckedStage({
  scope,
  file: { asset, media, path },
  player,
  volume,
  issues,
  hasFlashes,
  selected,
  onSelect,
}: {
  scope: Scope;
  file: ComparedFile;
  player: Player;
  volume: number;
  issues: readonly Issue[];
  hasFlashes: boolean;
  selected: Issue | null;
  onSelect: (issue: Issue) => void;
}) {
  const newer = useSignal<AssetMedia | null>(null);
  return (
    <Stage
      {...{ scope, path, player, volume, issues, selected, onSelect }}
      media={newer.value ?? media}
      flashes={hasFlashes ? 'found' : asset.status === 'failed' ? 'unknown' : 'none'}
      readMedia={async () =>
        (newer.value = await callApi<AssetMedia>(scope, 'GET', `${path}/media`, undefined))
      }
    />
  );
}

function Time({ player, file }: { player: Player; file: ComparedFile }) {
  const format = useMemo(() => timeFormatOf(file.media.facts), [file]);
  const time = useComputed(() => format.format(player.seconds.value));
  return <span class="time-code">{time}</span>;
}

/** The position as a bar. A press chooses a position. */
function Position({ player, durationSeconds }: { player: Player; durationSeconds: number }) {
  const share = useComputed(() => `${(100 * player.seconds.value) / Math.max(durationSeconds, 0.001)}%`);
  return (
    <span
      class="compare-bar"
      onPointerDown={(event) => {
        const { left, width } = event.currentTarget.getBoundingClientRect();
        player.seek(((event.clientX - left) / width) * durationSeconds);
      }}
    >
      <span class="compare-done" style={{ width: share.value }} />
    </span>
  );
}
