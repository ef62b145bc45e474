import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { withBlockCache } from '../../formats/block-reader.ts';
import { declaredConformances } from '../../formats/pdf/declared-conformances.ts';
import { withPdf } from '../../formats/pdf/pdfjs.ts';
import { addToCappedList, emptyCappedList } from '../../formats/capped-collections.ts';
import { packetText } from '../../formats/xmp/xmp-packets.ts';
import { noDeliveryFacts, readVersion } from './delivery-facts.ts';
import type { DocumentFacts } from './facts.ts';
import { inspectPages } from './inspect-pages.ts';
import { deniedBy } from './permissions.ts';
import { openPdfObjects } from '../../formats/pdf/pdf-objects.ts';
import { documentScripts, excerptOf, pageScripts } from './scripts.ts';

/**
 * Reads the properties of a PDF that the rules concern. pdf.js reads the whole document's properties. Assay reads the
 * pages as PDF objects: preparing them for drawing, as pdf.js does, takes far longer. Runs in a parser process.
 */
export async function inspectDocument(
  file: RangedSource,
  _input: undefined,
  progress: (share: number) => void,
): Promise<DocumentFacts> {
  const source = withBlockCache(file);
  return withPdf(source, async (document) => {
    const objects = await openPdfObjects(source);
    const facts = await documentFacts(document, (await objects?.metadata()) ?? null);
    await documentScripts(document, facts);
    facts.delivery.version = await readVersion(source, objects?.catalog ?? null);
    if (objects !== null) await inspectPages(document, objects, facts, progress);
    if (!facts.pagesFound) await inspectScriptsOnly(document, facts, progress);
    return facts;
  });
}

/** @param xmp the metadata stream of the document; null if Assay cannot read it, and pdf.js may */
async function documentFacts(document: PDFDocumentProxy, xmp: Uint8Array | null): Promise<DocumentFacts> {
  const [permissions, attachments, mark, preferences, { info, metadata, ...more }] = await Promise.all([
    document.getPermissions() as Promise<Iterable<number> | null>,
    document.getAttachments() as Promise<Map<string, { filename: string }> | null>,
    // The types of pdf.js describe this map as an object.
    document.getMarkInfo() as Promise<unknown> as Promise<Map<string, boolean> | null>,
    document.getViewerPreferences() as Promise<Map<string, unknown> | null>,
    document.getMetadata() as Promise<{
      info: {
        Title?: string;
        Language?: string | null;
        EncryptFilterName?: string | null;
        /** The entries that the standard does not define. */
        Custom?: ReadonlyMap<string, unknown>;
      };
      metadata: { get(name: string): unknown; getRaw(): unknown } | null;
      hasStructTree?: boolean;
    }>,
  ]);
  const raw = metadata?.getRaw();
  const conformances = declaredConformances(
    xmp === null ? (typeof raw === 'string' ? raw.slice(0, maxXmpCharacters) : null) : packetText(xmp),
    info.Custom,
  );
  const facts: DocumentFacts = {
    encrypted: permissions !== null || nonEmpty(info.EncryptFilterName) !== null,
    denied: permissions === null ? [] : deniedBy(new Set(permissions)),
    scripts: emptyCappedList(),
    actions: {
      Launch: emptyCappedList(),
      SubmitForm: emptyCappedList(),
      ImportData: emptyCappedList(),
      GoToR: emptyCappedList(),
      GoToE: emptyCappedList(),
    },
    attachments: emptyCappedList(),
    missingFonts: emptyCappedList(),
    blankPages: emptyCappedList(),
    pageSizes: [],
    jpeg2000Page: null,
    pdfA: conformances.pdfA,
    pagesFound: false,
    tagged: more.hasStructTree === true && mark?.get('Marked') === true,
    claimsTags: more.hasStructTree === true || mark?.get('Marked') === true || conformances.pdfUa !== null,
    language: {
      document: nonEmpty(info.Language),
      isDeclaredInParts: false,
      gaps: emptyCappedList(),
      malformed: emptyCappedList(),
    },
    title: {
      metadata: nonEmpty(metadata?.get('dc:title') ?? titleAttribute(raw)),
      information: nonEmpty(info.Title),
      hasXmp: metadata !== null,
    },
    displaysTitle: preferences?.get('DisplayDocTitle') === true,
    delivery: { ...noDeliveryFacts(), conformances },
  };
  for (const { filename } of attachments?.values() ?? [])
    addToCappedList(facts.attachments, { name: excerptOf(filename), page: null, box: null });
  return facts;
}

/** Maximum number of characters of XMP metadata from pdf.js that are read. */
const maxXmpCharacters = 200_000;

/** Returns the title that some programs write as an attribute in XMP. pdf.js reads only elements. */
function titleAttribute(xmp: unknown): string | null {
  if (typeof xmp !== 'string') return null;
  return (
    /\sdc:title\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/
      .exec(xmp.slice(0, maxXmpCharacters))
      ?.slice(1)
      .find(Boolean) ?? null
  );
}

/** Returns the first 500 characters of a text; null if the value is not a text or is blank. */
function nonEmpty(value: unknown): string | null {
  const text = Array.isArray(value) ? value.join(' ') : value;
  return typeof text === 'string' && text.trim() !== '' ? excerptOf(text) : null;
}

/** Reads only the scripts of pages, with pdf.js. Used if Assay cannot find the pages of a damaged document. */
async function inspectScriptsOnly(
  document: PDFDocumentProxy,
  facts: DocumentFacts,
  progress: (share: number) => void,
): Promise<void> {
  for (let page = 1; page <= document.numPages; page++) {
    await pageScripts(document, page, facts);
    progress(page / document.numPages);
  }
}
