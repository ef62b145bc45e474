import { type properties, type PropertyName, propertyNames } from '@assay/domain/requirements.ts';

/** A value of each audio track. */
export interface Tracks<Value extends string | number> {
  /**
   * The first 64 tracks, and null if there are more. Null for a track that does not declare the property; false for one
   * that cannot have it.
   */
  tracks: readonly (Value | null | false)[];
}

/** Pages by number: the first 20 of `pageCount`. */
export interface SomePages {
  pages: readonly number[];
  pageCount: number;
}

export interface PageSizes {
  sizes: readonly (SomePages & { widthMm: number; heightMm: number })[];
  /** False if the size of some pages is not known. */
  isComplete: boolean;
}

/** Names that a file uses or declares, each with the pages that use it. */
export interface Names {
  names: readonly (SomePages & { name: string })[];
  /** False if a part of the file could not be read, which may have further names. */
  isComplete: boolean;
}

/** The lowest resolution of an image on the pages; null if no image counts. */
export interface LowestDpi {
  lowest: { dpi: number; page: number } | null;
  isComplete: boolean;
}

interface OfKind {
  number: number;
  text: string;
  ratio: number;
  rate: number | 'variable';
  glob: string;
  flag: boolean;
  pageSize: PageSizes;
}

interface Special {
  soundCodec: Tracks<string>;
  sampleRate: Tracks<number>;
  soundBitDepth: Tracks<number>;
  channels: Tracks<number>;
  channelLayout: Tracks<string>;
  languages: Tracks<string>;
  soundBitRate: Tracks<number>;
  colourSpace: Names;
  conformance: Names;
  imageResolutionDpi: LowestDpi;
}

/** The measured properties of a file. A property that the file does not state, or does not have, is null. */
export type Facts = {
  [Name in PropertyName]:
    (Name extends keyof Special ? Special[Name] : OfKind[(typeof properties)[Name]['kind']]) | null;
};
export type Fact = Facts[PropertyName];

export const noFacts = Object.fromEntries(propertyNames.map((name) => [name, null])) as Facts;

/** Seconds are compared and shown with this number of decimals. */
const decimals = 3;

/** Rounds a measured value, so that a value that meets a limit is not shown as another one. */
export function rounded(value: number): number;
export function rounded(value: number | null): number | null;
export function rounded(value: number | null): number | null {
  return value === null || !Number.isFinite(value) ? null : Number(value.toFixed(decimals));
}
