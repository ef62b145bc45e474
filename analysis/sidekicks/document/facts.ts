import type { CappedList } from '../capped-collections.ts';
import type { RiskyAction } from './actions.ts';

/** The name in `denied` of permission bit 10 (ISO 32000-2, 7.6.4.2, table 22). */
export const accessibilityPermission = 'reading it out to people with disabilities';

/** A page number from 1; null for the document as a whole. */
type Page = number | null;

export interface Script {
  /** The event that runs the script, in words. */
  trigger: string;
  /** The first 500 characters; null if the script is encrypted. */
  excerpt: string | null;
  characters: number | null;
  page: Page;
  /** The name of the form field with the script; null if there is none. */
  field: string | null;
}

export interface ReachingAction {
  type: Exclude<RiskyAction, 'JavaScript'>;
  trigger: string;
  target: string | null;
  page: Page;
}

export interface MissingFont {
  name: string;
  /** The first 20 pages with text in this font. */
  pages: number[];
  pageCount: number;
}

/** A page size, whatever its orientation, and the number of pages of that size. */
export interface PageSize {
  shorterMm: number;
  longerMm: number;
  pageCount: number;
  firstPage: number;
}

/** The contents of a PDF that the rules judge. */
export interface DocumentFacts {
  encrypted: boolean;
  /** The permissions that the owner of an encrypted document denies, in words. */
  denied: string[];
  scripts: CappedList<Script>;
  actions: Record<ReachingAction['type'], CappedList<ReachingAction>>;
  attachments: CappedList<{ name: string; page: Page }>;
  missingFonts: CappedList<MissingFont>;
  blankPages: CappedList<number>;
  pageSizes: PageSize[];
  /** False if the page tree cannot be read; then nothing is known about the content of pages. */
  pagesFound: boolean;
  tagged: boolean;
  language: string | null;
  /** The titles in the XMP metadata and in the information dictionary. */
  title: { metadata: string | null; information: string | null };
  displaysTitle: boolean;
}
