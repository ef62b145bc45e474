import type { CappedList } from '../capped-collections.ts';
import type { RiskyAction } from './actions.ts';

/** The permission of bit 10 (ISO 32000-2, 7.6.4.2, table 22), as `denied` names it. */
export const accessibilityPermission = 'reading it out to people with disabilities';

/** A page, counted from 1; null for what belongs to the whole document. */
type Page = number | null;

export interface Script {
  /** What runs it. */
  trigger: string;
  /** Its beginning; null where it is enciphered. */
  excerpt: string | null;
  characters: number | null;
  page: Page;
  /** The form field that it belongs to. */
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
  /** The first pages with text in it. */
  pages: number[];
  pageCount: number;
}

/** A sheet's shorter and longer side in millimetres. */
export interface PageSize {
  shorterMm: number;
  longerMm: number;
  pageCount: number;
  firstPage: number;
}

/** What there is to be judged in a PDF. */
export interface DocumentFacts {
  encrypted: boolean;
  /** What the owner of an encrypted document denies. */
  denied: string[];
  scripts: CappedList<Script>;
  actions: Record<ReachingAction['type'], CappedList<ReachingAction>>;
  attachments: CappedList<{ name: string; page: Page }>;
  missingFonts: CappedList<MissingFont>;
  blankPages: CappedList<number>;
  pageSizes: PageSize[];
  /** False where the page tree leads nowhere: then nothing is known of what is on pages. */
  pagesFound: boolean;
  tagged: boolean;
  language: string | null;
  /** The title in the XMP metadata and the one in the information dictionary. */
  title: { metadata: string | null; information: string | null };
  displaysTitle: boolean;
}
