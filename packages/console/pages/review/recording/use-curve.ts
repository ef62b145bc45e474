import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ApiFault, isTransient } from '../../../api/request.ts';
import { callApi, type Scope } from '../../../scope.ts';
import type { Curve, CurveInfo } from '../view.ts';
import type { Range } from './viewport.ts';

/** Milliseconds between the last change of the visible part and the request for its points. */
const debounceMs = 150;
const retryMs = 3_000;
/** Maximum number of points that the API returns in one response. */
const maxPoints = 2_000;

export interface CurveState {
  /** The points of the visible part, or earlier points of another part while the new ones are read. */
  shown: Signal<Curve | null>;
  /** The first response that covered the whole curve; null until then. */
  whole: Signal<Curve | null>;
  error: Signal<Error | null>;
}

/**
 * Reads the points of the visible part of a curve, at most one per CSS pixel. Also reads half of the length of the
 * visible part on both sides, so that a small move shows no gap.
 */
export function useCurve(
  scope: Scope,
  path: string,
  info: CurveInfo,
  { from, to }: Range,
  width: number,
): CurveState {
  const shown = useSignal<Curve | null>(null);
  const whole = useSignal<Curve | null>(null);
  const error = useSignal<Error | null>(null);
  const loaded = useSignal<Range & { step: number }>({ from: 0, to: 0, step: Infinity });
  const round = useSignal(0);
  const span = to - from;
  const step = Math.max(info.stepSeconds, span / Math.max(1, width));
  useEffect(() => {
    if (width === 0) return;
    const has = loaded.value;
    const end = Math.min(to, info.endSeconds);
    if (has.from <= from && has.to >= end && has.step <= step * 1.01) return;
    const part = {
      from: Math.max(info.startSeconds, from - span / 2),
      to: Math.min(info.endSeconds, to + span / 2),
    };
    const points = Math.min(maxPoints, Math.ceil((part.to - part.from) / step));
    if (points < 1) return;
    const controller = new AbortController();
    let timer = 0;
    const read = async () => {
      const query = `from=${part.from.toFixed(3)}&to=${part.to.toFixed(3)}&points=${points}`;
      try {
        const curve = await callApi<Curve>(
          scope,
          'GET',
          `${path}/series/${info.name}?${query}`,
          undefined,
          controller.signal,
        );
        shown.value = curve;
        if (part.from <= info.startSeconds && part.to >= info.endSeconds) whole.value ??= curve;
        loaded.value = { ...part, step };
        error.value = null;
      } catch (caught) {
        if (controller.signal.aborted) return;
        error.value = caught as Error;
        const wait = caught instanceof ApiFault ? (caught.retryAfterSeconds ?? 0) * 1000 : 0;
        if (isTransient(caught)) timer = setTimeout(() => round.value++, Math.max(retryMs, wait));
      }
    };
    timer = setTimeout(() => void read(), shown.value === null ? 0 : debounceMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [from, to, width, round.value]);
  return { shown, whole, error };
}
