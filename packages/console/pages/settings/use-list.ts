import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

interface List<T> {
  items: T[] | null;
  error: Error | null;
  reload: () => Promise<void>;
}

/** Reads a list once, and again after `reload` or when `key` changes. */
export function useList<T>(key: string, read: () => Promise<{ items: T[] }>): List<T> {
  const items = useSignal<T[] | null>(null);
  const error = useSignal<Error | null>(null);
  const reload = async () => {
    try {
      items.value = (await read()).items;
      error.value = null;
    } catch (caught) {
      error.value = caught as Error;
    }
  };
  useEffect(() => {
    void reload();
  }, [key]);
  return { items: items.value, error: error.value, reload };
}
