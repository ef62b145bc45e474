import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { frameAt, middleOfFrame } from '@assay/domain/time-code.ts';

/** Number of steps back per second while the shuttle plays backwards. Browsers themselves cannot play backwards. */
const backwardStepsPerSecond = 10;
const maxSpeed = 8;

export interface Player {
  /** The shown time in seconds. Without a playable file, the position that was chosen. */
  seconds: ReadonlySignal<number>;
  /** Follows `seconds` while the player is paused. Does not change while the player plays. */
  restingSeconds: ReadonlySignal<number>;
  isPlaying: ReadonlySignal<boolean>;
  /** The speed of the shuttle. Negative: backwards. */
  speed: ReadonlySignal<number>;
  /** The time range that is repeated, or null. */
  loop: ReadonlySignal<{ startSeconds: number; endSeconds: number } | null>;
  setLoop: (loop: { startSeconds: number; endSeconds: number } | null) => void;
  /**
   * Shows a time. If the frame rate is known, seeks to the middle of the frame: rounding could move the start of a
   * frame into the frame before.
   */
  seek: (seconds: number) => void;
  /** Shows the frame that is `frames` after the shown one. Without a frame rate, a frame is 1/25 s. */
  step: (frames: number) => void;
  play: () => void;
  pause: () => void;
  toggle: () => void;
  setSpeed: (speed: number) => void;
  /** Plays in a direction. A further call in the same direction doubles the speed. */
  shuttle: (direction: 1 | -1) => void;
  /** False if there is no element that plays. */
  isAttached: ReadonlySignal<boolean>;
  /** Connects the element that plays. Returns a function that disconnects it. */
  attach: (element: HTMLMediaElement) => () => void;
}

/** Returns a player without an element. `rate`: frames per second, or null. `duration` returns seconds. */
export function createPlayer(rate: number | null, duration: () => number): Player {
  const seconds = signal(0);
  const resting = signal(0);
  const isPlaying = signal(false);
  const isBackward = signal(false);
  const speed = signal(1);
  const loop = signal<{ startSeconds: number; endSeconds: number } | null>(null);
  const isAttached = signal(false);
  let element: HTMLMediaElement | null = null;
  /** The last position that was chosen while the element was still seeking another. */
  let waiting: number | null = null;
  /** True from the choice of a position until playback continues. */
  let isChosen = false;
  /** True from the element's `loadedmetadata` event on. Chromium can show the first frame before it sends the event. */
  let isLoaded = false;
  /** True if the recording plays, or will play once the element has loaded a link. */
  let isWanted = false;
  let backward = 0;

  const show = (time: number) => {
    seconds.value = time;
    if (!isPlaying.value) resting.value = time;
  };
  const moveTo = (time: number) => {
    show(time);
    isChosen = true;
    if (element === null) return;
    // A long recording is loaded only when the person plays it or chooses a position.
    element.preload = 'metadata';
    // The element can stop seeking before its `seeked` event, which must not then seek an earlier position.
    waiting = element.seeking ? time : null;
    if (waiting === null) element.currentTime = time;
  };
  const seek = (time: number) => {
    const end = duration();
    const frames = rate === null ? 0 : frameAt(end, rate);
    const inside = Math.min(Math.max(0, time), end);
    if (rate === null) return moveTo(inside);
    moveTo(middleOfFrame(Math.min(frameAt(inside, rate), Math.max(0, frames - 1)), rate));
  };
  const stopBackward = () => {
    clearInterval(backward);
    isBackward.value = false;
  };
  const pause = () => {
    stopBackward();
    isWanted = false;
    element?.pause();
  };
  const play = () => {
    stopBackward();
    isWanted = true;
    // The promise is rejected if the file cannot be played. The element's error event reports this too.
    element?.play().catch(() => undefined);
  };
  const setSpeed = (value: number) => {
    speed.value = value;
    if (element !== null) element.playbackRate = Math.abs(value);
  };
  const onFrame = (time: number) => {
    if (element === null || !isLoaded || element.seeking) return;
    // While the player is paused, the chosen position stays, although the frame at this position may begin earlier.
    if (isChosen && !isPlaying.value) return;
    isChosen = false;
    const stretch = loop.value;
    if (stretch !== null && isPlaying.value && time >= stretch.endSeconds) return seek(stretch.startSeconds);
    show(time);
  };

  return {
    seconds,
    restingSeconds: resting,
    isPlaying: computed(() => isPlaying.value || isBackward.value),
    speed,
    loop,
    setLoop: (stretch) => (loop.value = stretch),
    seek,
    step(frames) {
      pause();
      if (rate === null) seek(seconds.value + frames / 25);
      else seek((frameAt(seconds.value, rate) + frames) / rate);
    },
    play,
    pause,
    toggle() {
      if (isPlaying.value || isBackward.value) pause();
      else {
        setSpeed(Math.abs(speed.value));
        play();
      }
    },
    setSpeed,
    shuttle(direction) {
      const isSame = direction === 1 ? isPlaying.value : isBackward.value;
      const next = isSame ? Math.min(maxSpeed, Math.abs(speed.value) * 2) : 1;
      setSpeed(direction * next);
      if (direction === 1) return play();
      pause();
      isBackward.value = true;
      backward = setInterval(() => {
        seek(seconds.value - next / backwardStepsPerSecond);
        if (seconds.value <= 1 / (rate ?? 25)) stopBackward();
      }, 1000 / backwardStepsPerSecond);
    },
    isAttached,
    attach(attached) {
      element = attached;
      isAttached.value = true;
      /**
       * Moves the element to the shown time, and continues to play if the recording was playing. An element that loads
       * another link begins paused at 0.
       */
      const restore = () => {
        isLoaded = true;
        waiting = null;
        if (seconds.value > 0) attached.currentTime = seconds.value;
        if (isWanted) play();
      };
      isLoaded = false;
      if (attached.readyState >= HTMLMediaElement.HAVE_METADATA) restore();
      const controller = new AbortController();
      const on = (name: string, listener: () => void) =>
        attached.addEventListener(name, listener, { signal: controller.signal });
      attached.playbackRate = Math.abs(speed.value);
      on('play', () => (isPlaying.value = true));
      on('pause', () => {
        isWanted = false;
        isPlaying.value = false;
        resting.value = seconds.value;
      });
      // The browser also pauses when it loads another link, and then sends no `pause` event.
      on('emptied', () => {
        isLoaded = false;
        isPlaying.value = false;
      });
      on('loadedmetadata', restore);
      on('seeked', () => {
        const next = waiting;
        waiting = null;
        if (next !== null) attached.currentTime = next;
      });
      let request = 0;
      const video = attached instanceof HTMLVideoElement ? attached : null;
      const follow = () => {
        if (video === null) {
          if (isPlaying.value) onFrame(attached.currentTime);
          request = requestAnimationFrame(follow);
        } else {
          request = video.requestVideoFrameCallback((_now, { mediaTime }) => {
            onFrame(mediaTime);
            follow();
          });
        }
      };
      follow();
      return () => {
        controller.abort();
        stopBackward();
        if (video === null) cancelAnimationFrame(request);
        else video.cancelVideoFrameCallback(request);
        isPlaying.value = false;
        isAttached.value = false;
        element = null;
      };
    },
  };
}
