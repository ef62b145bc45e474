/**
 * The meaning of a digital source type for the rules. `generated` is made by generative AI, `composite` has generated
 * or synthetic parts, and `captured` is a recording of real life. All other types are `other`, for example
 * `algorithmicMedia`, which is made without a trained model.
 */
export type OriginKind = 'generated' | 'composite' | 'captured' | 'other';

/** Names of the digital source types of each kind (IPTC NewsCodes; `trainedAlgorithmicData` is from C2PA). */
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

/** Maximum number of declarations per group. Real files have one. */
export const maxPerGroup = 20;
/** Number of groups: the four kinds, each for declarations about the file itself and about other files or parts. */
const groups = 8;
export const maxDeclarations = groups * maxPerGroup;

/**
 * Creates an empty list of declarations. `add` ignores a declaration whose group is full. Each group has its own limit,
 * so that many harmless declarations cannot displace another one.
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

/** Returns the kind of a digital source type, which is given as an IRI, a QCode (`digsrctype:…`) or a name. */
export function kindOf(sourceType: string): OriginKind {
  const name =
    /^(?:https?:\/\/(?:cv\.iptc\.org\/newscodes|c2pa\.org)\/digitalsourcetype\/|digsrctype:)?([a-z]+)\/?$/i.exec(
      sourceType.trim(),
    )?.[1];
  return kinds.get(name?.toLowerCase() ?? '') ?? 'other';
}
