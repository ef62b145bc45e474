import {
  getDocument,
  InvalidPDFException,
  PasswordException,
  PDFDataRangeTransport,
  type PDFDocumentProxy,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { fileURLToPath } from 'node:url';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';

const chunkBytes = 32 * 1024;
/** Directory of the decoders of JPEG 2000, JBIG2 and CCITT images, which are compiled to WebAssembly. */
const wasmDirectory = fileURLToPath(
  new URL('../../wasm/', import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')),
);

export interface ImageOptions {
  /** Maximum size of an image in pixels. pdf.js leaves out larger images. */
  maxImagePixels: number;
}

/** Thrown if pdf.js cannot read the document. `message` is the reason. A retry would fail in the same way. */
export class PdfRefused extends Error {}

/**
 * Opens a PDF with pdf.js, calls `use` with the document and closes the PDF. pdf.js requests byte ranges of `source`.
 * Throws `PdfRefused` if the document cannot be opened. Throws the source's error if the source cannot be read.
 * @param images the limits of decoded images; null to decode no images
 */
export async function withPdf<T>(
  source: RangedSource,
  use: (document: PDFDocumentProxy) => Promise<T>,
  images: ImageOptions | null = null,
): Promise<T> {
  const stopped = Promise.withResolvers<never>();
  stopped.promise.catch(() => undefined);
  const transport = new SourceTransport(source, (error) => stopped.reject(error));
  const task = getDocument({
    range: transport,
    rangeChunkSize: chunkBytes,
    disableAutoFetch: true,
    disableStream: true,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: images !== null,
    ...(images !== null && { wasmUrl: wasmDirectory }),
    maxImageSize: images?.maxImagePixels ?? 0,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  task.onPassword = () => stopped.reject(new PdfRefused('password required'));
  try {
    const opened = task.promise.catch((error: unknown) => {
      throw refusal(error);
    });
    opened.catch(() => undefined);
    const document = await Promise.race([opened, stopped.promise]);
    return await Promise.race([use(document), stopped.promise]);
  } finally {
    // If pdf.js is closed during a read, it throws errors that no caller can catch.
    await transport.settle();
    await task.destroy();
  }
}

/**
 * Converts an error of pdf.js to `PdfRefused` if the document caused the error. Returns any other error unchanged.
 * pdf.js reports unexpected content, such as encryption by certificate, as unknown errors.
 */
function refusal(error: unknown): unknown {
  if (error instanceof PasswordException) return new PdfRefused('password required');
  const isUnknown = error instanceof Error && error.name === 'UnknownErrorException';
  if (isUnknown && /encrypt/i.test(error.message)) return new PdfRefused('unsupported encryption');
  if (isUnknown || error instanceof InvalidPDFException) {
    return new PdfRefused(`not a readable PDF: ${error.message}`);
  }
  return error;
}

/** Reads the byte ranges that pdf.js requests from a `RangedSource`. */
class SourceTransport extends PDFDataRangeTransport {
  readonly #source: RangedSource;
  readonly #onFault: (error: Error) => void;
  readonly #reads = new Set<Promise<void>>();

  constructor(source: RangedSource, onFault: (error: Error) => void) {
    super(source.sizeBytes, null);
    this.#source = source;
    this.#onFault = onFault;
  }

  override requestDataRange(begin: number, end: number): void {
    const read = this.#source.read(begin, Math.min(end, this.#source.sizeBytes)).then(
      // pdf.js transfers ownership of the buffer, which makes the buffer unusable here. So pdf.js receives a copy.
      (bytes) => this.onDataRange(begin, bytes.slice()),
      (error: unknown) => this.#onFault(error as Error),
    );
    this.#reads.add(read);
    void read.finally(() => this.#reads.delete(read));
  }

  async settle(): Promise<void> {
    await Promise.allSettled(this.#reads);
  }
}
