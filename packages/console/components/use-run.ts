import { useSignal } from '@preact/signals';

/** Runs an action of a button, and keeps its error. A second press while the action runs does nothing. */
export function useRun() {
  const error = useSignal<Error | null>(null);
  const isBusy = useSignal(false);
  const run = async (act: () => Promise<void>) => {
    if (isBusy.value) return;
    isBusy.value = true;
    error.value = null;
    try {
      await act();
    } catch (caught) {
      error.value = caught as Error;
    } finally {
      isBusy.value = false;
    }
  };
  return { run, error: error.value, isBusy: isBusy.value };
}
