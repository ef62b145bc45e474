import type { PageBox } from '@assay/domain/page-box.ts';
import type { CappedList } from '../../formats/capped-collections.ts';
import type { RiskyAction } from '../../formats/pdf/actions.ts';
import type { DeclaredConformances } from '../../formats/pdf/declared-conformances.ts';
import type { SpaceName } from './colour-spaces.ts';

/** Name in `DocumentFacts.denied` of the permission at bit position 10 (ISO 32000-2, 7.6.4.2, table 22). */
export const accessibilityPermission = 'reading it out to people with disabilities';

/** A page number from 1; null for the document as a whole. */
type Page = number | null;

export interface Place {
  page: Page;
  /**
   * The rectangle of an annotation or a form field on the page. Null for anything else, and if the rectangle is missing
   * or not visible.
   */
  box: PageBox | null;
}

export interface Script extends Place {
  /** The event that triggers the script, as text such as `the XFA form`. */
  trigger: string;
  /** The first 500 characters of the script; null if the script is encrypted. */
  excerpt: string | null;
  /** The length of the whole script in UTF-16 code units; null if the script is encrypted. */
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

/** Pages by number: the first 20 of `pageCount`. */
export interface SomePages {
  pages: number[];
  pageCount: number;
}

/** Width and height of the crop box of pages, as they are displayed, rounded to hundredths of a millimetre. */
export interface PageBoxSize extends SomePages {
  widthMm: number;
  heightMm: number;
}

/** The properties of a document that a destination may fix. */
export interface DeliveryFacts {
  /** The PDF version of the header or of the catalog, whichever is later; null if neither states one. */
  version: number | null;
  /** Number of pages that were found. */
  pageCount: number;
  /** The first 50 sizes of pages. */
  boxes: PageBoxSize[];
  /** False if the size of a page is not in `boxes`. */
  hasAllBoxes: boolean;
  conformances: DeclaredConformances;
  /** The colour spaces with which pages paint. */
  spaces: (SomePages & { name: SpaceName })[];
  /** The lowest resolution of an image at its printed size, and its page; null if no image counts. */
  lowestDpi: { dpi: number; page: number } | null;
  /** False if there are images whose resolution is not known. */
  hasAllImages: boolean;
}

export interface LanguageGap extends Place {
  /** The part of the document that has text without a language. */
  kind: 'page' | 'element' | 'annotation' | 'bookmarks' | 'metadata';
  /** The structure type of an element, or the subtype of an annotation. */
  name: string | null;
  /** The dictionary entry with the text, such as `Alt`; null unless the part is an element or an annotation. */
  entry: string | null;
}

/** A value of `Lang` entries that is not a language tag. */
export interface MalformedLanguage {
  value: string;
  /** The first place with this value, as text such as `the document` or `a Figure element`. */
  where: string;
  page: Page;
  /** Number of places with this value. */
  count: number;
}

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
  /** Number of the first page with a picture in JPEG 2000 (filter JPXDecode); null if there is none. */
  jpeg2000Page: number | null;
  /** The part and level of PDF/A that the XMP metadata declare, such as `1b`; null if they declare none. */
  pdfA: string | null;
  /** False if the page tree cannot be read. The content of the pages is then unknown. */
  pagesFound: boolean;
  tagged: boolean;
  /** True if the document is tagged in part, is marked as tagged PDF, or declares that it conforms to PDF/UA. */
  claimsTags: boolean;
  language: {
    /** The language of the document in the catalog; null if there is none. */
    document: string | null;
    /** True if a structure element, a property list or an annotation declares a language. */
    isDeclaredInParts: boolean;
    gaps: CappedList<LanguageGap>;
    malformed: CappedList<MalformedLanguage>;
  };
  /** The titles in the XMP metadata and in the information dictionary; null if missing or empty. */
  title: { metadata: string | null; information: string | null; hasXmp: boolean };
  displaysTitle: boolean;
  delivery: DeliveryFacts;
}
