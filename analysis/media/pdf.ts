import {
  getDocument,
  InvalidPDFException,
  PasswordException,
  PDFDataRangeTransport,
  type PDFDocumentProxy,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { RangedSource } from '../../lib/ranged-source.ts';

const chunkBytes = 32 * 1024;

/** pdf.js cannot read the document, whoever asks: what is wrong stands in `message`. */
export class PdfRefused extends Error {}

/**
 * Opens a PDF with pdf.js over ranged reads, lets `use` work with it and closes it. Throws `PdfRefused` when the
 * document cannot be opened, and whatever the source throws when the bytes cannot be had.
 */
export async function withPdf<T>(
  source: RangedSource,
  use: (document: PDFDocumentProxy) => Promise<T>,
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
    useWasm: false,
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  task.onPassword = () => stopped.reject(new PdfRefused('a password is needed to open it'));
  try {
    const opened = task.promise.catch((error: unknown) => {
      throw refusal(error);
    });
    opened.catch(() => undefined);
    const document = await Promise.race([opened, stopped.promise]);
    return await Promise.race([use(document), stopped.promise]);
  } finally {
    // pdf.js raises errors nobody can catch when it is closed with reads under way.
    await transport.settle();
    await task.destroy();
  }
}

/** pdf.js calls unknown what it does not foresee in a document, such as encryption that takes a certificate. */
function refusal(error: unknown): unknown {
  if (error instanceof PasswordException) return new PdfRefused('a password is needed to open it');
  const isUnknown = error instanceof Error && error.name === 'UnknownErrorException';
  if (isUnknown && /encrypt/i.test(error.message)) return new PdfRefused('its encryption is not supported');
  if (isUnknown || error instanceof InvalidPDFException) {
    return new PdfRefused(`not a readable PDF: ${error.message}`);
  }
  return error;
}

/** Serves the ranges that pdf.js asks for from a `RangedSource`. */
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
      // pdf.js keeps the buffer for itself, and takes it from whoever holds it too.
      (bytes) => this.onDataRange(begin, bytes.slice()),
      (error: unknown) => this.#onFault(error as Error),
    );
    this.#reads.add(read);
    void read.finally(() => this.#reads.delete(read));
  }

  /** Resolves when no read is under way. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#reads);
  }
}
