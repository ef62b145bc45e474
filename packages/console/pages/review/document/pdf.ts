import {
  AnnotationMode,
  getDocument,
  PasswordException,
  PDFDataRangeTransport,
  type PDFDocumentProxy,
  PDFWorker,
  TextLayer,
  VerbosityLevel,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { type FileReader, type FileUnavailable } from '../file-reader.ts';

// The only module that loads pdf.js. A PDF is drawn as pixels and text: scripts, forms, links and XFA do nothing.

export { AnnotationMode, TextLayer };
export type { PDFDocumentProxy, PDFPageProxy, RenderTask } from 'pdfjs-dist';

export class PdfUnusable extends Error {
  readonly reason: 'encrypted' | 'damaged' | 'unavailable';

  constructor(reason: PdfUnusable['reason'], message = '') {
    super(message);
    this.reason = reason;
  }
}

export interface OpenPdf {
  document: PDFDocumentProxy;
  close: () => void;
}

/** Bytes of one range request. A page needs few ranges, so a large document is shown before all of it is loaded. */
const chunkBytes = 2 ** 16;
/** Maximum number of pixels of an image in a PDF. Larger images are left out, because they need too much memory. */
const maxImagePixels = 100_000_000;

interface ScriptUrlPolicy {
  createScriptURL: (url: string) => string;
}
interface TrustedTypes {
  createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy;
}

/** The only Trusted Types policy that the CSP permits. It allows only the URL of the pdf.js worker. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('assay', {
  createScriptURL: (url) => {
    if (url !== workerUrl) throw new TypeError(`script URL not allowed: ${url}`);
    return url;
  },
});

/** Opens a PDF. Rejects with `PdfUnusable`. @param onFault receives a `PdfUnusable` if the file cannot be read later */
export async function openPdf(file: FileReader, onFault: (error: Error) => void): Promise<OpenPdf> {
  const port = new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' });
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(onFault);
  port.addEventListener('error', () =>
    failed.reject(new PdfUnusable('unavailable', 'The viewer could not be loaded.')),
  );
  const files = `${import.meta.env.BASE_URL}assets/pdfjs-${version}/`;
  const task = getDocument({
    range: new FileTransport(file, (error) => failed.reject(new PdfUnusable('unavailable', error.message))),
    worker: PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS }),
    rangeChunkSize: chunkBytes,
    disableAutoFetch: true,
    disableStream: true,
    maxImageSize: maxImagePixels,
    enableXfa: false,
    useWasm: false,
    // The page requests character maps and fonts for the worker, whose content security policy permits no requests.
    useWorkerFetch: false,
    disableWorkerRendering: true,
    cMapUrl: `${files}cmaps/`,
    standardFontDataUrl: `${files}standard_fonts/`,
    wasmUrl: `${files}wasm/`,
    verbosity: VerbosityLevel.ERRORS,
  });
  task.onPassword = () => failed.reject(new PdfUnusable('encrypted'));
  const close = () => {
    void task.destroy().catch(() => undefined);
    port.terminate();
  };
  try {
    const document = await Promise.race([task.promise, failed.promise]);
    return { document, close };
  } catch (error) {
    close();
    if (error instanceof PdfUnusable) throw error;
    if (error instanceof PasswordException) throw new PdfUnusable('encrypted');
    throw new PdfUnusable('damaged', (error as Error).message);
  }
}

/** Reads the byte ranges that pdf.js requests. */
class FileTransport extends PDFDataRangeTransport {
  readonly #file: FileReader;
  readonly #onFault: (error: FileUnavailable) => void;

  constructor(file: FileReader, onFault: (error: FileUnavailable) => void) {
    super(file.sizeBytes, null);
    this.#file = file;
    this.#onFault = onFault;
  }

  override requestDataRange(begin: number, end: number): void {
    this.#file.read(begin, Math.min(end, this.#file.sizeBytes)).then(
      (bytes) => this.onDataRange(begin, bytes),
      (error: unknown) => this.#onFault(error as FileUnavailable),
    );
  }
}
