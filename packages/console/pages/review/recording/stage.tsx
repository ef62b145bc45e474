import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorNotice, Notice } from '../../../components/notice.tsx';
import { livePollMs } from '../../../live.ts';
import { callApi } from '../../../scope.ts';
import type { AssetMedia, MediaViewProps } from '../view.ts';
import { PictureMarks } from './picture-marks.tsx';
import type { Player } from './player.ts';
import { type Source, useSource } from './use-source.ts';

/**
 * Minimum duration in seconds of a recording that is loaded only when the person plays it or chooses a place. Loading a
 * film reads its index, which can have several megabytes.
 */
const minDeferredSeconds = 1_800;

/** Paths of assets whose full size the person has confirmed in spite of flashes, until the page is reloaded. */
const confirmed = new Set<string>();

interface Props extends MediaViewProps {
  player: Player;
  volume: number;
}

/** The picture of a recording, or what the person can do if it cannot be played. */
export function Stage({ player, volume, ...props }: Props) {
  const { scope, path, media, readMedia, flashes } = props;
  const source = useSource(media, readMedia);
  const isAsking = useSignal(false);
  const isFull = useSignal(confirmed.has(path));
  const hasPicture = media.facts === null ? /^video/.test(media.mimeType ?? '') : media.facts.video !== null;
  const isSafe = hasPicture && flashes !== 'none' && !isFull.value;
  const isDeferred = (media.facts?.durationSeconds ?? 0) >= minDeferredSeconds;
  const isLoaded = useSignal(false);
  if (source.problem === 'missing') {
    return (
      <Notice tone="error">
        <p>
          <strong>The file cannot be played.</strong> It is no longer in the storage, or it is damaged.
        </p>
      </Notice>
    );
  }
  return (
    <>
      {source.url === null ? (
        <Preview {...{ scope, path, media, readMedia, source }} />
      ) : (
        <div class={isSafe ? 'stage stage-safe' : hasPicture ? 'stage' : 'stage stage-sound'}>
          <div
            class="stage-frame"
            style={{ '--ratio': String(media.facts?.video?.displayAspectRatio ?? 16 / 9) }}
          >
            <Element
              {...{ source, player, volume, hasPicture }}
              url={source.url}
              label={media.filename}
              isDeferred={isDeferred}
              onLoad={() => (isLoaded.value = true)}
            />
            {hasPicture && <PictureMarks {...props} player={player} isSmall={isSafe} />}
          </div>
          {isSafe && (
            <div class="stage-warning">
              <h2>Safe view</h2>
              <p>
                {flashes === 'found'
                  ? 'This video has flashes or stripes that can trigger seizures. At this size, they stay below the threshold.'
                  : 'It is not known whether this video has flashes or stripes that can trigger seizures. At this size, they would stay below the threshold.'}
              </p>
              <button type="button" class="button" onClick={() => (isAsking.value = true)}>
                Play at full size…
              </button>
            </div>
          )}
          {isDeferred && !isLoaded.value && (
            <p class="stage-note">A long recording is loaded when you play it or choose a place in it.</p>
          )}
        </div>
      )}
      {source.problem === 'away' && (
        <Notice tone="warning">
          <p>
            <strong>The storage does not send the file.</strong> The page tries again by itself.
          </p>
        </Notice>
      )}
      {isAsking.value && (
        <Dialog title="Play at full size?" isAlert onClose={() => (isAsking.value = false)}>
          <p>
            This video {flashes === 'found' ? 'has' : 'may have'} flashes or stripes that exceed the limits of
            WCAG 2.2 or ITU-R BT.1702-3. At full size, they can trigger seizures in people with photosensitive
            epilepsy, also in people who do not know that they have it.
          </p>
          <p>Other people who can see your screen are at the same risk.</p>
          <div class="dialog-actions">
            <button type="button" class="button button-primary" onClick={() => (isAsking.value = false)}>
              Stay in the safe view
            </button>
            <button
              type="button"
              class="button button-danger"
              onClick={() => {
                confirmed.add(path);
                isFull.value = true;
                isAsking.value = false;
              }}
            >
              Show at full size
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

function Element({
  source,
  player,
  volume,
  hasPicture,
  url,
  label,
  isDeferred,
  onLoad,
}: {
  source: Source;
  player: Player;
  volume: number;
  hasPicture: boolean;
  url: string;
  label: string;
  isDeferred: boolean;
  onLoad: () => void;
}) {
  const element = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  useEffect(() => player.attach(element.current!), [player]);
  useEffect(() => {
    element.current!.volume = volume;
  }, [volume]);
  const shared = {
    ref: element,
    src: url,
    preload: isDeferred ? ('none' as const) : ('metadata' as const),
    'aria-label': label,
    onError: () => source.onError(element.current!),
    onLoadedMetadata: () => {
      onLoad();
      source.onLoad();
    },
  };
  if (!hasPicture) return <audio {...shared} />;
  return (
    <video
      {...shared}
      class="stage-picture"
      playsInline
      disablePictureInPicture
      onClick={() => player.toggle()}
    />
  );
}

function Preview({
  scope,
  path,
  media: { original, preview, mimeType },
  readMedia,
  source,
}: Pick<MediaViewProps, 'scope' | 'path' | 'readMedia'> & { media: AssetMedia; source: Source }) {
  const error = useSignal<Error | null>(null);
  const isAsked = useSignal(false);
  const isMaking = preview?.status === 'making' || (isAsked.value && preview === null);
  useEffect(() => {
    if (!isMaking) return;
    const timer = setInterval(() => {
      if (!document.hidden)
        readMedia().then(
          () => (error.value = null),
          (caught: unknown) => (error.value = caught as Error),
        );
    }, livePollMs);
    return () => clearInterval(timer);
  }, [isMaking]);
  const make = async () => {
    error.value = null;
    try {
      await callApi(scope, 'POST', `${path}/preview`);
      isAsked.value = true;
      await readMedia();
    } catch (caught) {
      error.value = caught as Error;
    }
  };
  if (source.isUnplayable && original !== null) {
    // The service makes no preview of a file that browsers usually play.
    return (
      <div class="stage-empty">
        <h2>This browser cannot play the file.</h2>
        <p>Other browsers usually can. The issues and the curves below are complete.</p>
        <a class="button" href={original.url} target="_blank" rel="noopener noreferrer">
          Open the file in a new tab
        </a>
      </div>
    );
  }
  return (
    <div class="stage-empty">
      <h2>Browsers do not play this file.</h2>
      {isMaking ? (
        <>
          <p role="status">The preview is being made. This takes at most as long as the recording.</p>
          <progress aria-label="Preview" />
        </>
      ) : (
        <>
          <p>
            {preview?.status === 'failed'
              ? 'The preview could not be made.'
              : `A preview is a smaller copy of the ${mimeType?.startsWith('audio') ? 'sound' : 'picture and sound'} that browsers play. Issues and curves stay those of the original.`}
          </p>
          {(preview === null || preview.isRetryable) && (
            <button type="button" class="button button-primary" onClick={() => void make()}>
              {preview === null ? 'Make a preview' : 'Try again'}
            </button>
          )}
        </>
      )}
      <ErrorNotice error={error.value} what="The preview is not available." />
    </div>
  );
}
