import { deflateSync } from 'node:zlib';

/** Where an object is: at an offset of the file, or at an index of an object stream. */
type Place = { offset: number } | { streamNumber: number; index: number };

/**
 * `table`: every object on its own, and a cross-reference table. `streams-last`: what is no stream is in object streams
 * behind everything else, as Ghostscript and office programs write it. `streams-spread`: it is in object streams that
 * come wherever they are full, as pdfTeX and iText write it. Both of these have a cross-reference stream.
 */
export type PdfStructure = 'table' | 'streams-last' | 'streams-spread';

/** Writers put 100 to 200 objects into a stream. */
const objectsPerStream = 200;
const [typeBytes, secondBytes, thirdBytes] = [1, 4, 2];

/** Writes the objects of a PDF and what leads to them (ISO 32000-2, 7.5). */
export function createPdfWriter(structure: PdfStructure) {
  const parts: Buffer[] = [];
  /** By object number; 0 is the head of the list of free objects. */
  const places: (Place | null)[] = [null];
  const waiting: { number: number; content: string }[] = [];
  let sizeBytes = 0;

  function append(bytes: Buffer | string): void {
    const part = Buffer.from(bytes as string, 'latin1');
    parts.push(part);
    sizeBytes += part.length;
  }

  const newNumber = () => places.push(null) - 1;

  function direct(number: number, ...content: (Buffer | string)[]): void {
    places[number] = { offset: sizeBytes };
    append(`${number} 0 obj\n`);
    content.forEach(append);
    append('\nendobj\n');
  }

  function stream(number: number, entries: string, bytes: Buffer): void {
    direct(number, `<< ${entries} /Length ${bytes.length} >>\nstream\n`, bytes, '\nendstream');
  }

  /** An object stream of what waits (7.5.7). */
  function objectStream(): void {
    const objects = waiting.splice(0, objectsPerStream);
    const streamNumber = newNumber();
    const offsets: string[] = [];
    let body = '';
    for (const [index, { number, content }] of objects.entries()) {
      places[number] = { streamNumber, index };
      offsets.push(`${number} ${body.length}`);
      body += `${content}\n`;
    }
    const head = `${offsets.join(' ')}\n`;
    const entries = `/Type /ObjStm /N ${objects.length} /First ${head.length} /Filter /FlateDecode`;
    stream(streamNumber, entries, deflateSync(Buffer.from(head + body, 'latin1')));
  }

  /** A cross-reference stream (7.5.8), its rows as differences to the row above. */
  function crossReferenceStream(catalog: number): void {
    const own = newNumber();
    places[own] = { offset: sizeBytes };
    const rowBytes = typeBytes + secondBytes + thirdBytes;
    const rows = places.map((place) => {
      const row = Buffer.alloc(rowBytes);
      if (place !== null) {
        row.writeUInt8('offset' in place ? 1 : 2, 0);
        row.writeUInt32BE('offset' in place ? place.offset : place.streamNumber, typeBytes);
        row.writeUInt16BE('offset' in place ? 0 : place.index, typeBytes + secondBytes);
      }
      return row;
    });
    // PNG's filter Up, type 2.
    const filtered = rows.map((row, at) => [2, ...row.map((byte, i) => byte - (rows[at - 1]?.[i] ?? 0))]);
    stream(
      own,
      `/Type /XRef /Size ${places.length} /W [${typeBytes} ${secondBytes} ${thirdBytes}] /Root ${catalog} 0 R ` +
        `/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns ${rowBytes} >>`,
      deflateSync(Buffer.from(filtered.flat())),
    );
  }

  function table(catalog: number): void {
    const rows = places.map((place) =>
      place !== null && 'offset' in place
        ? `${String(place.offset).padStart(10, '0')} 00000 n \n`
        : '0000000000 65535 f \n',
    );
    append(
      `xref\n0 ${rows.length}\n${rows.join('')}trailer\n<< /Size ${rows.length} /Root ${catalog} 0 R >>\n`,
    );
  }

  append('%PDF-1.7\n');
  return {
    newNumber,
    /** Writes a stream object. */
    stream,
    /** Writes any other object. */
    object(number: number, content: string): void {
      if (structure === 'table') return direct(number, content);
      waiting.push({ number, content });
      if (structure === 'streams-spread' && waiting.length === objectsPerStream) objectStream();
    },
    /** The whole file. */
    end(catalog: number): Buffer {
      while (waiting.length > 0) objectStream();
      const start = sizeBytes;
      if (structure === 'table') table(catalog);
      else crossReferenceStream(catalog);
      append(`startxref\n${start}\n%%EOF\n`);
      return Buffer.concat(parts);
    },
  };
}
