import { useSignal } from '@preact/signals';
import type { ComponentChild, ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { Notice } from './notice.tsx';
import { Loading } from './page.tsx';

/**
 * Returns a component whose script and styles are loaded when it is first shown.
 * @param what the name of the part, for the texts while it loads
 */
export function lazy<Props extends object>(
  what: string,
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ComponentChild {
  let loaded: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const state = useSignal<'loading' | 'loaded' | 'failed'>(loaded === null ? 'loading' : 'loaded');
    useEffect(() => {
      if (state.value !== 'loading') return;
      load().then(
        (component) => {
          loaded = component;
          state.value = 'loaded';
        },
        () => (state.value = 'failed'),
      );
    }, [state.value]);
    if (loaded !== null) {
      const Loaded = loaded;
      return <Loaded {...props} />;
    }
    if (state.value === 'loading') return <Loading what={what} />;
    // After an upgrade of the service, the files of the old page are gone, so only a reload helps.
    return (
      <Notice tone="error">
        <p>
          <strong>This part of the console could not be loaded.</strong> The service cannot be reached, or it
          was upgraded.
        </p>
        <button type="button" class="button" onClick={() => location.reload()}>
          Reload the page
        </button>
      </Notice>
    );
  };
}
