import { readFile } from 'node:fs/promises';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { serve } from './serve.ts';

export interface TextJob {
  file: string;
}

/** Has pdf.js extract the text of a PDF, page by page; answers how many pages there are. */
serve(async ({ file }: TextJob): Promise<{ pages: number }> => {
  const task = getDocument({
    data: new Uint8Array(await readFile(file)),
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const document = await task.promise;
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      await page.getTextContent();
      page.cleanup();
    }
    return { pages: document.numPages };
  } finally {
    await task.destroy();
  }
});
