import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { AssetMedia, MediaViewProps } from '../view.ts';

const firstRetryMs = 1_000;
const longestRetryMs = 15_000;
/** Maximum number of new links that fail in a row before the page reports that the file is missing. */
const maxRenewals = 3;
/** Maximum number of reloads of a file that the storage delivers, before the page reports that it cannot be played. */
const maxReloads = 1;

/** Why nothing plays. `away`: the storage does not respond; the page retries. */
type Problem = 'away' | 'missing' | null;

export interface Source {
  /** The link to the file that is played. Null if there is none that the browser can play. */
  url: string | null;
  problem: Problem;
  /** True if the browser has failed to play the original. */
  isUnplayable: boolean;
  onError: (element: HTMLMediaElement) => void;
  onLoad: () => void;
}

/** Chooses between the original and the preview. If a link has expired, requests another. */
export function useSource(media: AssetMedia, readMedia: MediaViewProps['readMedia']): Source {
  const isUnplayable = useSignal(false);
  const problem = useSignal<Problem>(null);
  const renewals = useRef(0);
  const reloads = useRef(0);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { original, preview } = media;
  const playsOriginal = original !== null && original.playable && !isUnplayable.value;
  const url = playsOriginal ? original.url : preview?.status === 'ready' ? preview.url : null;

  const later = (failures: number, act: () => Promise<void>) => {
    timer.current = setTimeout(() => void act(), Math.min(firstRetryMs * 2 ** failures, longestRetryMs));
  };
  const recover = async (element: HTMLMediaElement, failures: number): Promise<void> => {
    const again = () => later(failures, () => recover(element, failures + 1));
    const failed = element.src;
    const answer = await ask(failed);
    if (answer === 'gone') {
      problem.value = 'missing';
      return;
    }
    if (answer === 'away') {
      problem.value = 'away';
      return again();
    }
    if (answer === 'there') {
      // The connection may have been lost only for a moment, so the same link is loaded again.
      if (reloads.current++ < maxReloads) {
        return later(reloads.current, () => Promise.resolve(element.load()));
      }
      if (playsOriginal) isUnplayable.value = true;
      else problem.value = 'missing';
      return;
    }
    if (++renewals.current > maxRenewals) {
      problem.value = 'missing';
      return;
    }
    try {
      const { original, preview } = await readMedia();
      // Links created in the same second are equal. The element then loads nothing and reports no further error.
      if (failed === original?.url || failed === preview?.url) again();
    } catch {
      problem.value = 'away';
      again();
    }
  };

  return {
    url,
    problem: problem.value,
    isUnplayable: isUnplayable.value,
    onError(element) {
      clearTimeout(timer.current);
      void recover(element, 0);
    },
    onLoad() {
      problem.value = null;
      renewals.current = 0;
      reloads.current = 0;
    },
  };
}

/** Requests the first byte of a file, to learn why the media element could not play the link. */
async function ask(url: string): Promise<'there' | 'gone' | 'refused' | 'away'> {
  try {
    const response = await fetch(url, { headers: { range: 'bytes=0-0' }, cache: 'no-store' });
    await response.body?.cancel();
    if (response.ok) return 'there';
    if (response.status === 404) return 'gone';
    return response.status >= 500 ? 'away' : 'refused';
  } catch {
    return 'away';
  }
}
