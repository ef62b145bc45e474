import type {
  FlagRequirement,
  GlobRequirement,
  NumberRequirement,
  PageSizeRequirement,
  TextRequirement,
} from '@assay/domain/contracts/profile.ts';
import type { Requirement } from '@assay/domain/requirement-text.ts';
import type { Property } from '@assay/domain/requirements.ts';
import { type Editor, faultOf } from './editor.ts';
import { Choice, LinesInput, NumberInput, TextInput } from './inputs.tsx';
import { readLineNumber, readPageSize } from './read-values.ts';

/** Returns a requirement of a property that a person has just added, without values. */
export function newRequirement({ kind }: Property, sources: Editor['sources']): Requirement {
  // Most profiles follow one document.
  const source = sources.size === 1 ? [...sources.values()][0] : undefined;
  const common = { ifUnknown: 'finding' as const, ...(source !== undefined && { source }) };
  if (kind === 'glob') return { glob: '', ...common };
  if (kind === 'flag') return { is: true, ...common };
  if (kind === 'pageSize') return { oneOf: [], toleranceMm: 1, ...common };
  // The service rejects a requirement without values, and names the field.
  return kind === 'number' ? common : { oneOf: [], ...common };
}

interface Props {
  editor: Editor;
  field: string;
  label: string;
  property: Property;
  requirement: Requirement;
  set: (part: object) => void;
}

/** The inputs for the permitted values of a property. */
export function RequirementInputs(props: Props & { isDuration: boolean }) {
  const { editor, field, label, property, requirement, set } = props;
  const at = (part: string) => ({ editor, field: `${field}.${part}`, label: `${label}: ${part}` });
  switch (property.kind) {
    case 'number':
      return <NumberInputs {...props} />;
    case 'flag':
      return (
        <Choice
          {...at('is')}
          label={label}
          value={String((requirement as FlagRequirement).is)}
          options={[
            ['true', 'yes'],
            ['false', 'no'],
          ]}
          onChange={(value) => set({ is: value === 'true' })}
        />
      );
    case 'glob':
      return (
        <TextInput
          {...at('glob')}
          label={label}
          maxLength={200}
          placeholder="*_final.mov"
          hint="* stands for any characters, and ? for one"
          value={(requirement as GlobRequirement).glob}
          onChange={(glob) => set({ glob })}
        />
      );
    case 'pageSize':
      return <PageSizeInputs {...props} />;
    default:
      return <TextsInput {...props} />;
  }
}

const examples: Partial<Record<Property['kind'], string>> = {
  ratio: 'One on each line, such as 16:9',
  rate: 'One on each line in frames/s, such as 25 or 30000/1001',
  text: 'One on each line',
};

function TextsInput({ editor, field, label, property, requirement, set }: Props) {
  const { oneOf } = requirement as TextRequirement;
  const { values } = property;
  if (values === undefined)
    return (
      <LinesInput
        {...{ editor, field: `${field}.oneOf`, label }}
        values={oneOf}
        read={(line) => line}
        textOf={(value) => value}
        separator={property.kind === 'text' ? /\n/ : undefined}
        hint={examples[property.kind]}
        onChange={(changed) => set({ oneOf: changed })}
      />
    );
  const fault = faultOf(editor, `${field}.oneOf`);
  return (
    <fieldset class="choices">
      <legend class="visually-hidden">{label}</legend>
      {values.map((value) => (
        <label key={value} class="choice">
          <input
            type="checkbox"
            aria-invalid={fault !== null}
            checked={oneOf.includes(value)}
            onChange={({ currentTarget: { checked } }) =>
              set({ oneOf: values.filter((each) => (each === value ? checked : oneOf.includes(each))) })
            }
          />
          {value}
        </label>
      ))}
      {fault !== null && <span class="field-fault">{fault}</span>}
    </fieldset>
  );
}

/** Returns the part of a requirement to change: undefined removes a value. */
const orAbsent = (value: number | null) => value ?? undefined;

function NumberInputs({
  editor,
  field,
  label,
  property,
  requirement,
  set,
  isDuration,
}: Props & { isDuration: boolean }) {
  const { least, most, oneOf, tolerance, toleranceFrames } = requirement as NumberRequirement;
  const { unit, range } = property;
  const hasFrames = isDuration && editor.draft.assetTypes.includes('video');
  const limits = { unit, least: range![0], most: range![1] };
  const setValues = (values: number[]) =>
    set(values.length === 0 ? { oneOf: undefined, tolerance: undefined } : { oneOf: values });
  return (
    <div class="number-inputs">
      <span class="sub-label">Least</span>
      <div>
        <NumberInput
          {...{ editor, field: `${field}.least`, label: `${label}: least`, ...limits }}
          showsRange={false}
          value={least ?? null}
          onChange={(value) => set({ least: orAbsent(value) })}
        />
      </div>
      <span class="sub-label">Most</span>
      <div>
        <NumberInput
          {...{ editor, field: `${field}.most`, label: `${label}: most`, ...limits }}
          value={most ?? null}
          onChange={(value) => set({ most: orAbsent(value) })}
        />
      </div>
      <span class="sub-label">Or exactly</span>
      <div>
        <LinesInput
          {...{ editor, field: `${field}.oneOf`, label: `${label}: exactly` }}
          values={oneOf ?? []}
          read={readLineNumber}
          textOf={String}
          hint={`One value, or several on lines${unit === null ? '' : `, in ${unit}`}`}
          onChange={setValues}
        />
      </div>
      {(oneOf !== undefined || hasFrames) && (
        <>
          <span class="sub-label">Tolerance</span>
          <div class="tolerances">
            {oneOf !== undefined && (
              <NumberInput
                {...{ editor, field: `${field}.tolerance`, label: `${label}: tolerance`, unit, least: 0 }}
                showsRange={false}
                value={tolerance ?? null}
                onChange={(value) => set({ tolerance: orAbsent(value) })}
              />
            )}
            {hasFrames && (
              <NumberInput
                {...{ editor, field: `${field}.toleranceFrames`, label: `${label}: tolerance in frames` }}
                {...{ unit: 'frames', least: 0, most: 1000, showsRange: false }}
                value={toleranceFrames ?? null}
                onChange={(value) => set({ toleranceFrames: orAbsent(value) })}
              />
            )}
          </div>
        </>
      )}
    </div>
  );
}

function PageSizeInputs({ editor, field, label, requirement, set }: Props) {
  const { oneOf, toleranceMm } = requirement as PageSizeRequirement;
  return (
    <div class="number-inputs">
      <span class="sub-label">One of</span>
      <div>
        <LinesInput
          {...{ editor, field: `${field}.oneOf`, label: `${label}: one of` }}
          values={oneOf}
          read={readPageSize}
          textOf={({ widthMm, heightMm }) => `${widthMm} × ${heightMm}`}
          hint="One on each line, such as 210 × 297 (mm) or 6 × 9 in"
          onChange={(values) => set({ oneOf: values })}
        />
      </div>
      <span class="sub-label">Tolerance</span>
      <div>
        <NumberInput
          {...{ editor, field: `${field}.toleranceMm`, label: `${label}: tolerance` }}
          {...{ unit: 'mm', least: 0, most: 1000, showsRange: false }}
          value={toleranceMm}
          onChange={(value) => set({ toleranceMm: value ?? 0 })}
        />
      </div>
    </div>
  );
}
