import { deflateSync } from 'node:zlib';

/** Location of an object: its offset in the file in bytes, or the object number of a stream and an index in it. */
type ObjectLocation = { offset: number } | { streamNumber: number; index: number };

/**
 * How a PDF stores objects that are not streams. With object streams, the file has a cross-reference stream.
 * `table`: each object separately, with a cross-reference table.
 * `streams-last`: in object streams after all other objects, as Ghostscript and office programs do.
 * `streams-spread`: in object streams that are written as soon as they are full, as pdfTeX and iText do.
 */
export type PdfStructure = 'table' | 'streams-last' | 'streams-spread';

/** Maximum number of objects in one object stream. Common PDF software writes 100 to 200 objects. */
const objectsPerStream = 200;
/** Widths of the three fields of an entry in a cross-reference stream, in bytes. */
const [typeBytes, secondBytes, thirdBytes] = [1, 4, 2];

/**
 * Creates a writer that produces a PDF (ISO 32000-2, 7.5): header, objects, cross-references and trailer.
 * @param header the first bytes of the file; may have other bytes before `%PDF-`
 */
export function createPdfWriter(structure: PdfStructure, header = '%PDF-1.7\n') {
  const parts: Buffer[] = [];
  /** Locations by object number; null if the object is not written. Entry 0 is the head of the list of free objects. */
  const locations: (ObjectLocation | null)[] = [null];
  const waiting: { number: number; content: string }[] = [];
  let sizeBytes = 0;

  function append(bytes: Buffer | string): void {
    const part = Buffer.from(bytes as string, 'latin1');
    parts.push(part);
    sizeBytes += part.length;
  }

  const newNumber = () => locations.push(null) - 1;

  function writeObject(number: number, ...content: (Buffer | string)[]): void {
    locations[number] = { offset: sizeBytes };
    append(`${number} 0 obj\n`);
    content.forEach(append);
    append('\nendobj\n');
  }

  function stream(number: number, entries: string, bytes: Buffer): void {
    writeObject(number, `<< ${entries} /Length ${bytes.length} >>\nstream\n`, bytes, '\nendstream');
  }

  /** Writes an object stream with up to `objectsPerStream` objects that have not been written yet (7.5.7). */
  function writeObjectStream(): void {
    const objects = waiting.splice(0, objectsPerStream);
    const streamNumber = newNumber();
    const offsets: string[] = [];
    let body = '';
    for (const [index, { number, content }] of objects.entries()) {
      locations[number] = { streamNumber, index };
      offsets.push(`${number} ${body.length}`);
      body += `${content}\n`;
    }
    const head = `${offsets.join(' ')}\n`;
    const entries = `/Type /ObjStm /N ${objects.length} /First ${head.length} /Filter /FlateDecode`;
    stream(streamNumber, entries, deflateSync(Buffer.from(head + body, 'latin1')));
  }

  /** Writes a cross-reference stream (7.5.8) with PNG's filter Up (type 2). */
  function writeCrossReferenceStream(catalog: number): void {
    const number = newNumber();
    locations[number] = { offset: sizeBytes };
    const rowBytes = typeBytes + secondBytes + thirdBytes;
    const rows = locations.map((location) => {
      const row = Buffer.alloc(rowBytes);
      if (location !== null) {
        row.writeUInt8('offset' in location ? 1 : 2, 0);
        row.writeUInt32BE('offset' in location ? location.offset : location.streamNumber, typeBytes);
        row.writeUInt16BE('offset' in location ? 0 : location.index, typeBytes + secondBytes);
      }
      return row;
    });
    const filtered = rows.map((row, at) => [2, ...row.map((byte, i) => byte - (rows[at - 1]?.[i] ?? 0))]);
    stream(
      number,
      `/Type /XRef /Size ${locations.length} /W [${typeBytes} ${secondBytes} ${thirdBytes}] /Root ${catalog} 0 R ` +
        `/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns ${rowBytes} >>`,
      deflateSync(Buffer.from(filtered.flat())),
    );
  }

  function writeCrossReferenceTable(catalog: number): void {
    const rows = Array.from({ length: locations.length }, (_, number) => {
      // Object numbers that the caller skipped have no location.
      const location = locations[number] ?? null;
      return location !== null && 'offset' in location
        ? `${String(location.offset).padStart(10, '0')} 00000 n \n`
        : `0000000000 ${number === 0 ? '65535' : '00000'} f \n`;
    });
    append(
      `xref\n0 ${rows.length}\n${rows.join('')}trailer\n<< /Size ${rows.length} /Root ${catalog} 0 R >>\n`,
    );
  }

  append(header);
  return {
    newNumber,
    stream,
    /** Writes an object that is not a stream. With `table`, the caller may choose the object numbers. */
    object(number: number, content: string): void {
      if (structure === 'table') return writeObject(number, content);
      waiting.push({ number, content });
      if (structure === 'streams-spread' && waiting.length === objectsPerStream) writeObjectStream();
    },
    end(catalog: number): Buffer {
      while (waiting.length > 0) writeObjectStream();
      const start = sizeBytes;
      if (structure === 'table') writeCrossReferenceTable(catalog);
      else writeCrossReferenceStream(catalog);
      append(`startxref\n${start}\n%%EOF\n`);
      return Buffer.concat(parts);
    },
  };
}

/** Returns a PDF with the given objects, as latin1 text. The keys are object numbers; object 1 is the catalog. */
export function pdfOfObjects(objects: Readonly<Record<number, string>>, header?: string): string {
  const writer = createPdfWriter('table', header);
  for (const [number, content] of Object.entries(objects)) writer.object(Number(number), content);
  return writer.end(1).toString('latin1');
}
