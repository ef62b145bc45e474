import type { PageBox } from '../../../domain/page-box.ts';
import type { CappedList } from '../capped-collections.ts';
import type { RiskyAction } from './actions.ts';

/** Name of the permission at bit position 10 (ISO 32000-2, 7.6.4.2, table 22) in `DocumentFacts.denied`. */
export const accessibilityPermission = 'reading it out to people with disabilities';

/** A page number from 1; null for the document as a whole. */
type Page = number | null;

/** The place of something that may be on a page. */
export interface Place {
  page: Page;
  /** The rectangle on the page. Null if there is none, or if it is not visible. */
  box: PageBox | null;
}

export interface Script extends Place {
  /** The event that triggers the script, described in words. */
  trigger: string;
  /** The first 500 characters of the script; null if the script is encrypted. */
  excerpt: string | null;
  characters: number | null;
  /** The name of the form field that contains the script; null if the script is not in a form field. */
  field: string | null;
}

export interface ReachingAction extends Place {
  type: Exclude<RiskyAction, 'JavaScript'>;
  trigger: string;
  target: string | null;
}

export interface EmbeddedFile extends Place {
  name: string;
}

export interface MissingFont {
  name: string;
  /** The first 20 pages with text in this font. */
  pages: number[];
  pageCount: number;
}

/** A page size, regardless of orientation, and the number of pages with this size. */
export interface PageSize {
  shorterMm: number;
  longerMm: number;
  pageCount: number;
  firstPage: number;
}

/** The properties of a PDF that are compared with the rules. */
export interface DocumentFacts {
  encrypted: boolean;
  /** The names of the permissions that the owner of an encrypted document denies, such as `printing`. */
  denied: string[];
  scripts: CappedList<Script>;
  actions: Record<ReachingAction['type'], CappedList<ReachingAction>>;
  attachments: CappedList<EmbeddedFile>;
  missingFonts: CappedList<MissingFont>;
  blankPages: CappedList<number>;
  pageSizes: PageSize[];
  /** False if the page tree cannot be read. The content of the pages is then unknown. */
  pagesFound: boolean;
  tagged: boolean;
  language: string | null;
  /** The titles in the XMP metadata and in the information dictionary; null where a title is missing. */
  title: { metadata: string | null; information: string | null };
  displaysTitle: boolean;
}
