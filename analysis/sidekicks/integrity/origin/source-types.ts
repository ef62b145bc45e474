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

/** Returns the kind of a digital source type, which is an IRI, a QCode (`digsrctype:…`) or the name alone. */
export function kindOf(sourceType: string): OriginKind {
  const name =
    /^(?:https?:\/\/(?:cv\.iptc\.org\/newscodes|c2pa\.org)\/digitalsourcetype\/|digsrctype:)?([a-z]+)\/?$/i.exec(
      sourceType.trim(),
    )?.[1];
  return kinds.get(name?.toLowerCase() ?? '') ?? 'other';
}
