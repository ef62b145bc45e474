import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

/**
 * A modal dialog, open as long as it is rendered. The browser keeps the focus inside. When the dialog closes, the
 * element that opened it gets the focus.
 * @param onClose called for Escape; absent: the dialog cannot be dismissed
 */
export function Dialog({
  title,
  isAlert = false,
  onClose,
  children,
}: {
  title: string;
  isAlert?: boolean;
  onClose?: () => void;
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  const isRendered = useRef(true);
  // A layout effect runs before the focus can change, so `opener` is the element that opened the dialog.
  useLayoutEffect(() => {
    const element = dialog.current!;
    const opener = document.activeElement;
    element.showModal();
    return () => {
      isRendered.current = false;
      element.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      role={isAlert ? 'alertdialog' : undefined}
      aria-labelledby={headingId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      // Browsers close a dialog at the third Escape, even if each `cancel` was prevented.
      onClose={() => {
        if (isRendered.current) dialog.current?.showModal();
      }}
    >
      <h2 id={headingId}>{title}</h2>
      {children}
    </dialog>
  );
}
