import { z } from 'zod';
import { plainText } from '@assay/domain/lib/characters.ts';
import { createDeclarations } from '../origin/source-types.ts';

/** A digital source type that a C2PA manifest declares. */
export interface DeclaredOrigin {
  sourceType: string;
  /**
   * The manifest with the declaration. `active` is the manifest of the file. `parent` is the manifest of a file that
   * the file was made from (`parentOf`). `part` is the manifest of any other ingredient.
   */
  manifest: 'active' | 'parent' | 'part';
  /** The action with the declaration, such as `c2pa.created`; null if another assertion has the declaration. */
  action: string | null;
}

/** An ingredient whose content credentials were not valid when the ingredient was added to the file. */
export type BrokenIngredient = Record<'title' | 'code' | 'explanation', string>;

export const maxBrokenIngredients = 5;
export const maxTextCharacters = 500;
const maxManifests = 1_000;
/**
 * Status codes for an untrusted signer (C2PA 2, section 15, Validation). They are ignored: without a configured trust
 * list, the validator reports every signer as untrusted.
 */
export const untrusted = /\.untrusted$/;
/** Status codes of an ingredient, other than `untrusted`, that report no failure of its content or signature. */
const harmless =
  /\.(?:match|accessible|inaccessible|trusted|validated|insideValidity|notRevoked|skipped|deprecated)$|^timeStamp\.|^ingredient\.unknownProvenance$/;
const isFailure = ({ code }: { code: string }) => !untrusted.test(code) && !harmless.test(code);

/** A text of the manifest store, shortened and without control characters, because the file may contain any text. */
export const text = z.string().transform((value) => plainText(value, maxTextCharacters));
export const status = z.object({ code: text, explanation: text.default('') });

const action = z.object({ action: text.optional(), digitalSourceType: text.optional() }).catch({});
/** The parts of an assertion that can have a digital source type: actions, their templates, and JSON-LD metadata. */
const assertionData = z
  .object({
    actions: z.array(action).catch([]),
    templates: z.array(action).catch([]),
    'Iptc4xmpExt:DigitalSourceType': text.optional().catch(undefined),
  })
  .partial()
  .catch({});
export const originManifest = z.object({
  assertions: z.array(z.object({ data: assertionData })).default([]),
  ingredients: z
    .array(
      z.object({
        title: text.default('an unnamed ingredient'),
        relationship: text.optional(),
        active_manifest: z.string().optional(),
        validation_status: z.array(status).nullish(),
        validation_results: z
          .object({ activeManifest: z.object({ failure: z.array(status).default([]) }).optional() })
          .nullish(),
      }),
    )
    .default([]),
});
type OriginManifest = z.infer<typeof originManifest>;

/**
 * Returns the digital source types that the active manifest and the manifests of all direct and indirect ingredients
 * declare. Also returns the ingredients whose credentials were not valid.
 */
export function readOrigins(
  manifests: Readonly<Record<string, OriginManifest>>,
  activeLabel: string,
): { origins: DeclaredOrigin[]; brokenIngredients: BrokenIngredient[] } {
  const origins = createDeclarations<DeclaredOrigin>((origin) => ({ ...origin, isOfFile: isOfFile(origin) }));
  const known = new Set<string>();
  const brokenIngredients: BrokenIngredient[] = [];
  const places = new Map<string, DeclaredOrigin['manifest']>([[activeLabel, 'active']]);
  // Entries that are added during the iteration are visited too.
  for (const [label, place] of places) {
    const manifest = Object.hasOwn(manifests, label) ? manifests[label]! : null;
    if (manifest === null) continue;
    for (const { sourceType, name } of declaredIn(manifest)) {
      const origin = { sourceType, manifest: place, action: name };
      if (known.size !== known.add(JSON.stringify(origin)).size) origins.add(origin);
    }
    for (const ingredient of manifest.ingredients) {
      const { title, relationship, active_manifest: next } = ingredient;
      const failures = ingredient.validation_results?.activeManifest?.failure ?? ingredient.validation_status;
      const failure = failures?.find(isFailure);
      if (failure !== undefined && brokenIngredients.length < maxBrokenIngredients)
        brokenIngredients.push({ title, ...failure });
      if (next === undefined || places.has(next) || places.size >= maxManifests) continue;
      places.set(next, relationship === 'parentOf' && place !== 'part' ? 'parent' : 'part');
    }
  }
  return { origins: origins.items, brokenIngredients };
}

/** Returns whether a declaration concerns a whole file. Actions other than `c2pa.created` concern a part. */
export const isOfWhole = ({ action }: DeclaredOrigin) => action === null || action === 'c2pa.created';
const isOfFile = (origin: DeclaredOrigin) => origin.manifest === 'active' && isOfWhole(origin);

function declaredIn({ assertions }: OriginManifest): { sourceType: string; name: string | null }[] {
  return assertions.flatMap(({ data }) => [
    ...[...(data.actions ?? []), ...(data.templates ?? [])].flatMap(({ action: name, digitalSourceType }) =>
      digitalSourceType === undefined ? [] : [{ sourceType: digitalSourceType, name: name ?? 'unnamed' }],
    ),
    ...(data['Iptc4xmpExt:DigitalSourceType'] === undefined
      ? []
      : [{ sourceType: data['Iptc4xmpExt:DigitalSourceType'], name: null }]),
  ]);
}
