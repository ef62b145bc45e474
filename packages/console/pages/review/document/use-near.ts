import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/**
 * Returns the numbers of the pages that are visible, or less than one height of the container away. Pages are children
 * of the container with `data-page`.
 * @param count the number of children
 */
export function useNear(
  container: RefObject<HTMLElement | null>,
  count: number,
): Signal<ReadonlySet<number>> {
  const near = useSignal<ReadonlySet<number>>(new Set());
  useEffect(() => {
    const onChange = (entries: IntersectionObserverEntry[]) => {
      const next = new Set(near.value);
      for (const { isIntersecting, target } of entries) {
        const number = Number((target as HTMLElement).dataset['page']);
        if (isIntersecting) next.add(number);
        else next.delete(number);
      }
      near.value = next;
    };
    const observer = new IntersectionObserver(onChange, { root: container.current, rootMargin: '100% 0px' });
    for (const child of container.current!.children) observer.observe(child);
    return () => observer.disconnect();
  }, [count]);
  return near;
}
