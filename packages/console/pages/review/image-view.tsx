import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { PageBox } from '@assay/domain/page-box.ts';
import { Notice } from '../../components/notice.tsx';
import { Loading } from '../../components/page.tsx';
import { formatNumber } from '../../format.ts';
import { type Mark, Marks, selectAt } from './marks.tsx';
import { OriginalLink } from './original-link.tsx';
import { type Shortcut, useShortcuts } from './shortcuts.tsx';
import type { MediaViewProps } from './view.ts';
import { ZoomButtons } from './zoom-buttons.tsx';
import './viewer.css';

/** Minimum and maximum height of a fitted image, and the height of the page without the image, in CSS pixels. */
const [minViewHeight, maxViewHeight, heightAround] = [240, 768, 176];
const zoomSteps = [5, 10, 25, 50, 75, 100, 150, 200, 400];

/** An image with its issues. Files that browsers do not show, such as SVG, are only offered as a download. */
export function ImageView(props: MediaViewProps) {
  const { sha256, filename } = props.media;
  return <Image key={`${sha256} ${filename}`} {...props} />;
}

function Image(props: MediaViewProps) {
  const { media, readMedia } = props;
  const url = useSignal(media.original!.url);
  const state = useSignal<'loading' | 'renewed' | 'shown' | 'failed'>('loading');
  const size = useSignal({ width: 0, height: 0 });
  if (media.mimeType === 'image/svg+xml') {
    return (
      <Notice tone="info">
        <p>
          <strong>SVG files are not shown.</strong> They can contain scripts and load other files, so the
          console only offers a download.
        </p>
        <OriginalLink media={media} />
      </Notice>
    );
  }
  if (state.value === 'failed') {
    return (
      <Notice tone="error">
        <p>
          <strong>The browser cannot show the image.</strong> It is damaged, too large for this browser, or
          the storage does not send it.
        </p>
        <OriginalLink media={media} />
      </Notice>
    );
  }
  // The link may have expired, so a new link is requested once.
  const onError = () => {
    if (state.value === 'renewed') state.value = 'failed';
    else {
      readMedia().then(
        ({ original }) => {
          state.value = original === null ? 'failed' : 'renewed';
          if (original !== null) url.value = original.url;
        },
        () => (state.value = 'failed'),
      );
    }
  };
  return (
    <>
      {state.value !== 'shown' && <Loading what="the image" />}
      <img
        // The new link can equal the old one. The new key creates a new element, which loads the link again.
        key={state.value === 'renewed' ? 'renewed' : 'first'}
        src={url.value}
        alt=""
        hidden
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          size.value = { width: naturalWidth, height: naturalHeight };
          state.value = 'shown';
        }}
        onError={onError}
      />
      {state.value === 'shown' && <Picture {...props} url={url.value} size={size.value} />}
    </>
  );
}

function Picture({
  media,
  issues,
  selected,
  onSelect,
  pair,
  url,
  size,
}: MediaViewProps & { url: string; size: { width: number; height: number } }) {
  const scroller = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const availableWidth = useSignal(600);
  const ownZoom = useSignal<number | 'fit'>('fit');
  const zoom = pair?.zoom ?? ownZoom;
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => (availableWidth.value = entry!.contentRect.width));
    observer.observe(scroller.current!);
    return () => observer.disconnect();
  }, []);
  const maxHeight = Math.max(minViewHeight, Math.min(maxViewHeight, innerHeight - heightAround));
  const fit = Math.min(1, availableWidth.value / size.width, maxHeight / size.height);
  const scale = zoom.value === 'fit' ? fit : zoom.value;
  const shown = { width: size.width * scale, height: size.height * scale };
  const marks = useMemo(
    () =>
      issues.map((issue): Mark => {
        const { anchor } = issue;
        if (anchor.kind !== 'region') return { issue, boxes: [], kind: 'box' };
        const { x, y, width, height } = anchor;
        const box: PageBox = [x, y, Math.min(1, x + width), Math.min(1, y + height)];
        return { issue, boxes: [box], kind: 'box' };
      }),
    [issues],
  );

  useEffect(() => {
    if (selected?.anchor.kind !== 'region') return;
    const { x, y, width, height } = selected.anchor;
    const { clientWidth, clientHeight } = scroller.current!;
    scroller.current!.scrollTo(
      (x + width / 2) * frame.current!.offsetWidth - clientWidth / 2,
      (y + height / 2) * frame.current!.offsetHeight - clientHeight / 2,
    );
    // The scroll event follows later, and must not move the other view to this issue.
    if (pair?.leads === false) noteOwnPlace();
  }, [selected?.id]);

  /** The scroll position that the view itself set, for which the other view does not follow. */
  const ownPlace = useRef<readonly [number, number] | null>(null);
  const noteOwnPlace = () => {
    const { scrollLeft, scrollTop } = scroller.current!;
    ownPlace.current = [scrollLeft, scrollTop];
  };
  const onScroll = () => {
    const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight } = scroller.current!;
    const own = ownPlace.current;
    if (own !== null && Math.abs(own[0] - scrollLeft) < 2 && Math.abs(own[1] - scrollTop) < 2) return;
    ownPlace.current = null;
    if (pair === undefined) return;
    pair.place.value = {
      from: pair.side,
      at: [(scrollLeft + clientWidth / 2) / scrollWidth, (scrollTop + clientHeight / 2) / scrollHeight],
    };
  };
  useEffect(
    () =>
      pair?.place.subscribe((place) => {
        if (place === null || place.from === pair.side) return;
        const { clientWidth, clientHeight, scrollWidth, scrollHeight } = scroller.current!;
        const [x, y] = place.at;
        scroller.current!.scrollTo(x * scrollWidth - clientWidth / 2, y * scrollHeight - clientHeight / 2);
        noteOwnPlace();
      }),
    [pair?.place],
  );

  const percent = Math.round(scale * 100);
  const step = (by: 1 | -1) => {
    const next =
      by === 1 ? zoomSteps.find((each) => each > percent) : zoomSteps.findLast((each) => each < percent);
    if (next !== undefined) zoom.value = next / 100;
  };
  const shortcuts: Shortcut[] = [
    { keys: ['+', '='], shown: ['+'], title: 'Zoom in', act: () => step(1) },
    { keys: ['-'], shown: ['−'], title: 'Zoom out', act: () => step(-1) },
    { keys: ['0'], shown: ['0'], title: 'Fit the image', act: () => (zoom.value = 'fit') },
  ];
  useShortcuts(pair?.hasKeys === false ? [] : shortcuts);
  return (
    <div class="image">
      <div class="viewer-bar" role="group" aria-label="Zoom of the image">
        <span class="muted">
          {formatNumber(size.width)} × {formatNumber(size.height)} px
        </span>
        <ZoomButtons
          percent={percent}
          isFit={zoom.value === 'fit'}
          fitTitle="Fit the image"
          onStep={step}
          onFit={() => (zoom.value = 'fit')}
        />
      </div>
      <div
        class="image-scroller"
        ref={scroller}
        onScroll={onScroll}
        tabIndex={0}
        role="region"
        aria-label={`Image ${media.filename}`}
      >
        <div
          class="image-frame"
          ref={frame}
          style={{ width: `${shown.width}px`, height: `${shown.height}px` }}
          onClick={(event) => selectAt(event, marks, onSelect)}
        >
          <img src={url} alt={media.filename} />
          <Marks marks={marks} size={shown} selected={selected} onSelect={onSelect} />
        </div>
      </div>
    </div>
  );
}
