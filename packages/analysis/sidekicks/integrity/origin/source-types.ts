/**
 * The meaning of a digital source type for the rules. `generated` and `composite` involve generative AI or synthetic
 * content, and `captured` is a recording of real life. Other types are neither: `algorithmicMedia` has no trained
 * model, for example.
 */
export type OriginKind = 'generated' | 'composite' | 'captured' | 'other';

/** Digital source types by kind (IPTC NewsCodes, digitalsourcetype; C2PA defines `trainedAlgorithmicData`). */
const types = {
  generated: ['trainedAlgorithmicMedia', 'trainedAlgorithmicData'],
  composite: ['compositeWithTrainedAlgorithmicMedia', 'compositeSynthetic'],
  captured: [
    ...['digitalCapture', 'computationalCapture', 'compositeCapture'],
    ...['negativeFilm', 'positiveFilm', 'print'],
  ],
} as const;

const kinds = new Map<string, OriginKind>(
  Object.entries(types).flatMap(([kind, names]) =>
    names.map((name) => [name.toLowerCase(), kind as OriginKind] as const),
  ),
);

/** Maximum number of declarations of one group that are read. A real file has one. */
export const maxPerGroup = 20;
/** Number of groups: declarations of each kind, of the file itself or of something else. */
const groups = 8;
export const maxDeclarations = groups * maxPerGroup;

/**
 * Creates an empty list of declarations. `add` ignores a declaration whose group is full. The groups have separate
 * limits, so that many harmless declarations do not hide another one.
 */
export function createDeclarations<Item>(
  describe: (item: Item) => { sourceType: string; isOfFile: boolean },
): { items: Item[]; add: (item: Item) => void } {
  const items: Item[] = [];
  const counts = new Map<string, number>();
  return {
    items,
    add(item) {
      const { sourceType, isOfFile } = describe(item);
      const group = `${kindOf(sourceType)} ${isOfFile}`;
      const count = counts.get(group) ?? 0;
      if (count === maxPerGroup) return;
      counts.set(group, count + 1);
      items.push(item);
    },
  };
}

/** Returns the kind of a digital source type, which is an IRI, a QCode (`digsrctype:…`) or the name alone. */
export function kindOf(sourceType: string): OriginKind {
  const name =
    /^(?:https?:\/\/(?:cv\.iptc\.org\/newscodes|c2pa\.org)\/digitalsourcetype\/|digsrctype:)?([a-z]+)\/?$/i.exec(
      sourceType.trim(),
    )?.[1];
  return kinds.get(name?.toLowerCase() ?? '') ?? 'other';
}
