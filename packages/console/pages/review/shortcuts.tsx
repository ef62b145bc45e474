import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Dialog } from '../../components/dialog.tsx';

export interface Shortcut {
  /** Values of `KeyboardEvent.key`. Letters are in lower case. */
  keys: readonly string[];
  /** True if Shift must be pressed. Absent: false. Ignored for characters that need Shift on some keyboards. */
  shift?: boolean;
  /** Names of the keys in the list of shortcuts. */
  shown: readonly string[];
  title: string;
  act: () => void;
}

const storageKey = 'assay.shortcuts';

const groups = signal<readonly { current: readonly Shortcut[] }[]>([]);
const offered = () => groups.value.flatMap(({ current }) => current);
const isListShown = signal(false);
/** False if the person has turned the keys off (WCAG 2.1.4). Stored in the browser. */
const isEnabled = signal(localStorage.getItem(storageKey) !== 'off');

function setEnabled(enabled: boolean): void {
  isEnabled.value = enabled;
  if (enabled) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
}

/**
 * Registers keyboard shortcuts while the component is shown. A layout effect runs before the component is painted, so a
 * key that is pressed as soon as the component is visible is not lost.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const group = useRef(shortcuts);
  group.current = shortcuts;
  useLayoutEffect(() => {
    groups.value = [...groups.value, group];
    return () => {
      groups.value = groups.value.filter((each) => each !== group);
    };
  }, []);
}

/** Returns whether the element needs the key for itself. */
function needsKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('input:not([type=checkbox]), select, textarea, dialog, [popover]') !== null) return true;
  if (key.startsWith('Arrow')) return target.closest('[role=slider]') !== null;
  return (key === ' ' || key === 'Enter') && target.closest('a, button, summary, input') !== null;
}

function onKeyDown(event: KeyboardEvent): void {
  const isTyped = event.getModifierState('AltGraph');
  if (event.defaultPrevented || event.metaKey || ((event.ctrlKey || event.altKey) && !isTyped)) return;
  if (needsKey(event.target, event.key)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === '?' && isEnabled.value) isListShown.value = true;
  else {
    const isArrow = key.startsWith('Arrow');
    const found = offered().find(
      ({ keys, shift = false }) => keys.includes(key) && (!isArrow || shift === event.shiftKey),
    );
    if (!isEnabled.value || found === undefined) return;
    found.act();
  }
  event.preventDefault();
}

/** Listens for the keys of all registered shortcuts, and shows a list of these shortcuts. */
export function Shortcuts() {
  useLayoutEffect(() => {
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <button
        type="button"
        class="button button-quiet button-small"
        aria-haspopup="dialog"
        onClick={() => (isListShown.value = true)}
      >
        Shortcuts{isEnabled.value ? <kbd>?</kbd> : ' (off)'}
      </button>
      {isListShown.value && <ShortcutList onClose={() => (isListShown.value = false)} />}
    </>
  );
}

function ShortcutList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl class="shortcut-list">
        {offered().map(({ shown, title }) => (
          <div key={title}>
            <dt>
              {shown.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{title}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>?</kbd>
          </dt>
          <dd>Show this list</dd>
        </div>
      </dl>
      <label class="choice">
        <input
          type="checkbox"
          checked={isEnabled.value}
          onChange={({ currentTarget }) => setEnabled(currentTarget.checked)}
        />
        Use these shortcuts
      </label>
      <p class="hint">Turn them off if you use speech input or other software that types single letters.</p>
      <div class="dialog-actions">
        <button type="button" class="button button-primary" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
