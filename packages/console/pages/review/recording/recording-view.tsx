import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { frameAt } from '@assay/domain/time-code.ts';
import { useSize } from '../../../chart/use-canvas.ts';
import { ErrorNotice } from '../../../components/notice.tsx';
import { Loading } from '../../../components/page.tsx';
import { useLive } from '../../../live.ts';
import { callApi } from '../../../scope.ts';
import { useShortcuts } from '../shortcuts.tsx';
import { timeFormatOf } from '../time-format.ts';
import type { Curve, MediaViewProps, SeriesList } from '../view.ts';
import { CurveLane } from './curve-lane.tsx';
import { curveStyles } from './curves.ts';
import { IssueLanes } from './issue-lanes.tsx';
import { stretchOf } from './pack-bars.ts';
import { createPlayer } from './player.ts';
import { Ruler } from './ruler.tsx';
import { Stage } from './stage.tsx';
import { StoryboardLane, useTiles } from './storyboard.tsx';
import { TimeAxis } from './time-axis.tsx';
import { Transport } from './transport.tsx';
import { createViewport, type Viewport } from './viewport.ts';
import { VisiblePart, ZoomButtons } from './zoom.tsx';
import './recording.css';

/** A video or an audio file: the picture, the player, and all measurements under one time axis. */
export function RecordingView(props: MediaViewProps) {
  const { scope, path, media } = props;
  const series = useLive(
    `${scope.workspaceId} ${scope.environment} ${path}`,
    (signal) => callApi<SeriesList>(scope, 'GET', `${path}/series`, undefined, signal),
    () => null,
  );
  if (series.data === null && series.error === null) return <Loading what="the recording" />;
  const measured = Math.max(
    media.facts?.durationSeconds ?? 0,
    ...(series.data?.series ?? []).map(({ endSeconds }) => endSeconds),
  );
  // If no duration is known, the recording ends with its last issue. Otherwise the ends of issues are ignored, because
  // issues of custom sidekicks may lie outside the recording.
  const ends = props.issues.map((issue) => stretchOf(issue)?.endSeconds ?? 0);
  const durationSeconds = measured > 0 ? measured : Math.max(1, ...ends);
  return (
    <>
      <ErrorNotice error={series.error} what="The curves could not be loaded." isRetried />
      <Recording
        {...props}
        list={series.data ?? { assetId: '', series: [], storyboard: null, total: 0 }}
        durationSeconds={durationSeconds}
      />
    </>
  );
}

function Recording({
  list,
  durationSeconds,
  ...props
}: MediaViewProps & { list: SeriesList; durationSeconds: number }) {
  const { scope, path, media, issues, selected, onSelect } = props;
  const timeFormat = timeFormatOf(media.facts);
  const { rate } = timeFormat;
  const plots = useRef<HTMLDivElement>(null);
  const size = useSize(plots);
  const player = useMemo(() => createPlayer(rate, () => durationSeconds), [rate, durationSeconds]);
  const viewport = useMemo(
    () => createViewport(durationSeconds, rate ?? 25, () => size.value.width),
    [durationSeconds, rate],
  );
  const volume = useSignal(1);
  const curves = useSignal<ReadonlyMap<string, Curve>>(new Map());
  const tiles = useTiles(list.storyboard).value;
  const stretch = selected === null ? null : stretchOf(selected);

  useEffect(() => {
    player.setLoop(null);
    if (stretch === null) return;
    player.pause();
    player.seek(stretch.startSeconds);
    viewport.reveal(stretch.startSeconds);
  }, [selected?.id, player]);
  useFollow(player, viewport);

  const zoomToIssue = () => {
    if (stretch === null) return;
    const margin = Math.max(0.5, (stretch.endSeconds - stretch.startSeconds) / 4);
    viewport.show({ from: stretch.startSeconds - margin, to: stretch.endSeconds + margin });
  };
  const loop = () => {
    if (player.loop.value !== null || stretch === null) return player.setLoop(null);
    // An issue shorter than half a second is repeated with half a second before and after it.
    const isMoment = stretch.endSeconds - stretch.startSeconds < 0.5;
    player.setLoop(
      isMoment
        ? {
            startSeconds: Math.max(0, stretch.startSeconds - 0.5),
            endSeconds: Math.min(durationSeconds, stretch.endSeconds + 0.5),
          }
        : stretch,
    );
    player.seek(player.loop.value!.startSeconds);
    player.play();
  };
  const zoom = (factor: number) => {
    const { from, to } = viewport.range.value;
    const at = player.seconds.value;
    viewport.zoom(factor, at >= from && at <= to ? at : (from + to) / 2);
  };
  /** Moves by a second of the time code: at 29.97 frames per second, by 30 frames. */
  const skip = (seconds: number) => {
    const at = player.seconds.value;
    player.seek(rate === null ? at + seconds : (frameAt(at, rate) + seconds * Math.round(rate)) / rate);
  };
  const unit = rate === null ? 'a step of 0.04 s' : 'a frame';
  useShortcuts([
    { keys: [' ', 'k'], shown: ['Space', 'K'], title: 'Play or pause', act: () => player.toggle() },
    { keys: ['l'], shown: ['L'], title: 'Play; again: faster', act: () => player.shuttle(1) },
    { keys: ['j'], shown: ['J'], title: 'Play backwards; again: faster', act: () => player.shuttle(-1) },
    { keys: ['ArrowLeft'], shown: ['←'], title: `Back ${unit}`, act: () => player.step(-1) },
    { keys: ['ArrowRight'], shown: ['→'], title: `Forward ${unit}`, act: () => player.step(1) },
    {
      keys: ['ArrowLeft'],
      shift: true,
      shown: ['Shift', '←'],
      title: 'Back a second',
      act: () => skip(-1),
    },
    {
      keys: ['ArrowRight'],
      shift: true,
      shown: ['Shift', '→'],
      title: 'Forward a second',
      act: () => skip(1),
    },
    { keys: ['i'], shown: ['I'], title: 'Loop the selected issue', act: loop },
    { keys: ['z'], shown: ['Z'], title: 'Zoom to the selected issue', act: zoomToIssue },
    { keys: ['+', '='], shown: ['+'], title: 'Zoom in', act: () => zoom(0.5) },
    { keys: ['-'], shown: ['−'], title: 'Zoom out', act: () => zoom(2) },
    { keys: ['0'], shown: ['0'], title: 'Show the whole recording', act: () => viewport.showAll() },
  ]);

  const range = viewport.range.value;
  const aspectRatio = media.facts?.video?.displayAspectRatio ?? 16 / 9;
  const width = size.value.width;
  const isWhole = range.to - range.from >= durationSeconds * 0.999;
  return (
    <div class="recording">
      <Stage {...props} player={player} volume={volume.value} />
      <Transport
        {...{ player, timeFormat, durationSeconds }}
        volume={volume.value}
        hasSound={media.facts?.audio !== null}
        onVolume={(value) => (volume.value = value)}
        onLoop={stretch === null ? null : loop}
      />
      <TimeAxis {...{ player, viewport, plots, size, tiles, aspectRatio, timeFormat }} curves={curves.value}>
        <Ruler {...{ player, timeFormat, durationSeconds, range, width }}>
          <ZoomButtons
            {...{ isWhole, zoom }}
            pixelsPerFrame={width / ((range.to - range.from) * (rate ?? 25))}
            onOneToOne={() => zoom(width / (rate ?? 25) / (range.to - range.from))}
            onWhole={() => viewport.showAll()}
          />
        </Ruler>
        {list.storyboard !== null && <StoryboardLane {...{ tiles, aspectRatio, range, width }} />}
        <IssueLanes
          {...{ issues, selected, onSelect, range, width, timeFormat }}
          onZoom={(to) => viewport.show(to)}
        />
        {Object.entries(curveStyles).map(([name, style]) => {
          const info = list.series.find((each) => each.name === name);
          return (
            info !== undefined && (
              <CurveLane
                key={name}
                {...{ scope, path, info, style, range, size, player, durationSeconds, timeFormat }}
                onLoad={(curve) => (curves.value = new Map([...curves.value, [name, curve]]))}
              />
            )
          );
        })}
        {!isWhole && <VisiblePart {...{ viewport, durationSeconds }} formatTime={timeFormat.format} />}
      </TimeAxis>
      {list.series.length === 0 && <p class="muted">No curves were recorded for this file.</p>}
    </div>
  );
}

/** Moves the visible part when the playhead leaves it while the recording plays. */
function useFollow(player: ReturnType<typeof createPlayer>, viewport: Viewport): void {
  useEffect(
    () =>
      player.seconds.subscribe((seconds) => {
        if (player.isPlaying.peek()) viewport.reveal(seconds);
      }),
    [player, viewport],
  );
}
