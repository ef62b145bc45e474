import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ApiFault } from '../../api/request.ts';

interface List<T> {
  items: T[] | null;
  error: Error | null;
  reload: () => Promise<void>;
}

/**
 * Reads a list once, and again after `reload` or when `key` changes. If the service is busy, reads the list again after
 * the time that the service names, and shows the error meanwhile.
 */
export function useList<T>(key: string, read: () => Promise<{ items: T[] }>): List<T> {
  const items = useSignal<T[] | null>(null);
  const error = useSignal<Error | null>(null);
  const retry = useSignal<number | undefined>(undefined);
  const reload = async () => {
    clearTimeout(retry.value);
    try {
      items.value = (await read()).items;
      error.value = null;
    } catch (caught) {
      error.value = caught as Error;
      const seconds = caught instanceof ApiFault && caught.status === 429 ? caught.retryAfterSeconds : null;
      if (seconds !== null) retry.value = setTimeout(() => void reload(), seconds * 1000);
    }
  };
  useEffect(() => {
    void reload();
    return () => clearTimeout(retry.value);
  }, [key]);
  return { items: items.value, error: error.value, reload };
}
