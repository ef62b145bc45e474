import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { ProfileSource } from '@assay/domain/contracts/profile.ts';
import { numberText } from '@assay/domain/requirement-text.ts';
import { type Editor, faultOf } from './editor.ts';
import { readBytes, readNumber } from './read-values.ts';
import { keyOf, rangeText, sourceText } from './words.ts';

interface FieldProps {
  editor: Editor;
  /** Path of the field in a profile, such as `requirements.width.least`. */
  field: string;
  /** Name for screen readers. The table shows it as the heading of the row or column. */
  label: string;
}

interface InputIds {
  'aria-label': string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

/** Shows an input, and below it why the value is not accepted. @param fault a fault that the page itself finds */
function WithFault({
  editor,
  field,
  label,
  fault = null,
  hint = null,
  children,
}: FieldProps & {
  fault?: string | null;
  hint?: string | null;
  children: (ids: InputIds) => ComponentChildren;
}) {
  const message = fault ?? faultOf(editor, field);
  // Two inputs can have the same field.
  const [faultId, hintId] = [useId(), useId()];
  const describedBy = [...(message === null ? [] : [faultId]), ...(hint === null ? [] : [hintId])].join(' ');
  return (
    <>
      {children({
        'aria-label': label,
        'aria-invalid': message !== null,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
      })}
      {hint !== null && (
        <span class="hint" id={hintId}>
          {hint}
        </span>
      )}
      {message !== null && (
        <span class="field-fault" id={faultId}>
          {message}
        </span>
      )}
    </>
  );
}

export function TextInput({
  value,
  onChange,
  maxLength,
  placeholder,
  rows = 1,
  hint = null,
  ...props
}: FieldProps & {
  value: string;
  onChange: (value: string) => void;
  maxLength: number;
  placeholder?: string;
  /** Number of visible lines. */
  rows?: number;
  hint?: string | null;
}) {
  return (
    <WithFault {...props} hint={hint}>
      {(ids) =>
        rows > 1 ? (
          <textarea
            {...{ ...ids, rows, maxLength, value }}
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
        ) : (
          <input
            {...ids}
            type="text"
            autocomplete="off"
            {...{ maxLength, placeholder, value }}
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
        )
      }
    </WithFault>
  );
}

/** An input for a number with its unit and its range. An empty input is null. */
export function NumberInput({
  value,
  unit,
  least = null,
  most = null,
  showsRange = true,
  onChange,
  ...props
}: FieldProps & {
  value: number | null;
  unit: string | null;
  least?: number | null;
  most?: number | null;
  showsRange?: boolean;
  onChange: (value: number | null) => void;
}) {
  const typed = useSignal('');
  const isBytes = unit === 'bytes';
  const read = isBytes ? readBytes : readNumber;
  // Shows the text as it was typed, such as `0.`, as long as it stands for the value.
  const shown = read(typed.value) === value ? typed.value : String(value ?? '');
  const range = rangeText({ least, most, unit });
  const isOutside = value !== null && ((least !== null && value < least) || (most !== null && value > most));
  const fault =
    typeof value === 'string' ? 'must be a number such as 0.5' : isOutside ? `must be ${range}` : null;
  const isWithUnit = isBytes && typeof value === 'number' && shown.trim() !== String(value);
  return (
    <WithFault
      {...props}
      fault={fault}
      hint={!showsRange ? null : isBytes ? 'Such as 500 MB or 4 GB' : range}
    >
      {(ids) => (
        <span class="with-unit">
          <input
            {...ids}
            type="text"
            inputMode="decimal"
            autocomplete="off"
            size={8}
            value={shown}
            onInput={({ currentTarget }) => {
              typed.value = currentTarget.value;
              // A text that is no number is kept, so that the person can correct it.
              onChange(read(currentTarget.value) as number | null);
            }}
          />
          {unit !== null && <span class="unit">{isWithUnit ? `= ${numberText(value, unit)}` : unit}</span>}
        </span>
      )}
    </WithFault>
  );
}

/** A comma separates values only before a space, because `1,5` may be meant as a number. */
const separators = /\n|;|,(?=\s|$)/;

/** An input for several values. @param separator what separates the values */
export function LinesInput<T>({
  values,
  read,
  textOf,
  onChange,
  separator = separators,
  hint = 'One on each line',
  ...props
}: FieldProps & {
  values: readonly T[];
  read: (line: string) => T;
  textOf: (value: T) => string;
  onChange: (values: T[]) => void;
  separator?: RegExp;
  hint?: string;
}) {
  const typed = useSignal('');
  const readAll = (text: string) =>
    text
      .split(separator)
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map(read);
  const isTyped = JSON.stringify(readAll(typed.value)) === JSON.stringify(values);
  const shown = isTyped ? typed.value : values.map(textOf).join('\n');
  return (
    <WithFault {...props} hint={hint}>
      {(ids) => (
        <textarea
          {...ids}
          rows={Math.max(2, Math.min(6, shown.split('\n').length))}
          spellcheck={false}
          value={shown}
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value;
            onChange(readAll(currentTarget.value));
          }}
        />
      )}
    </WithFault>
  );
}

export function Choice({
  value,
  options,
  onChange,
  ...props
}: FieldProps & {
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  onChange: (value: string) => void;
}) {
  return (
    <WithFault {...props}>
      {(ids) => (
        <select {...ids} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          {options.map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </select>
      )}
    </WithFault>
  );
}

const maxOptionCharacters = 80;

/** Chooses one of the documents of the profile. @param none text for no document */
export function SourceChoice({
  value,
  none = 'no document',
  onChange,
  ...props
}: FieldProps & {
  value: ProfileSource | undefined;
  none?: string;
  onChange: (source: ProfileSource | undefined) => void;
}) {
  const { sources } = props.editor;
  return (
    <Choice
      {...props}
      value={value === undefined ? '' : keyOf(value)}
      options={[
        ['', none],
        ...Array.from(
          sources,
          ([key, source]) => [key, sourceText(source).slice(0, maxOptionCharacters)] as const,
        ),
      ]}
      onChange={(key) => onChange(sources.get(key))}
    />
  );
}
