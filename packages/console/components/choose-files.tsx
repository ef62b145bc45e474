import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

/** A button that opens the file dialog. The same files can be chosen again. */
export function ChooseFiles({
  isSmall = false,
  disabled = false,
  onFiles,
  children,
}: {
  isSmall?: boolean;
  disabled?: boolean;
  onFiles: (files: readonly File[]) => void;
  children: ComponentChildren;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <button
        type="button"
        class={isSmall ? 'button button-small' : 'button'}
        disabled={disabled}
        onClick={() => input.current!.click()}
      >
        {children}
      </button>
    </>
  );
}
