import { type ReadonlySignal, signal, useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';

export interface Size {
  width: number;
  height: number;
}

/** Returns the size of an element in CSS pixels. 0 × 0 until it is known. */
export function useSize(element: { readonly current: HTMLElement | null }): ReadonlySignal<Size> {
  const size = useSignal<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element.current!;
      if (width !== size.value.width || height !== size.value.height) size.value = { width, height };
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  return size;
}

const dark = matchMedia('(prefers-color-scheme: dark)');
/** True in the dark theme. Code that draws with theme colours reads it to redraw when the theme changes. */
export const isDark = signal(dark.matches);
dark.addEventListener('change', () => (isDark.value = dark.matches));

/** Returns the colour of a CSS custom property in a form that a canvas accepts. */
export function colorOf(canvas: HTMLCanvasElement, property: string): string {
  canvas.style.color = `var(${property})`;
  return getComputedStyle(canvas).color;
}
