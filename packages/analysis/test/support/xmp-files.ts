import { crc32, deflateSync } from 'node:zlib';
import { buildPdf } from '../../../../tools/local/samples/pdf.ts';

/** Returns an XMP packet with the given content of `rdf:RDF`. */
export const xmpPacket = (content: string) =>
  '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
  `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${content}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const uint32le = (value: number) => uint32(value).reverse();

/** Writers of XMP, by extension (XMP specification, part 3). They return a copy of a file with the packet. */
const writers: Readonly<Record<string, (file: Buffer, xmp: Buffer) => Buffer>> = {
  jpg: (file, xmp) => withSegments(file, [segment('http://ns.adobe.com/xap/1.0/\0', xmp)]),
  png: (file, xmp) => withPngText(file, Buffer.from('XML:com.adobe.xmp\0\0\0\0\0'), xmp),
  gif: (file, xmp) => {
    const trailer = Buffer.from([1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0]);
    const extension = Buffer.concat([Buffer.from('!\xff\x0bXMP DataXMP', 'latin1'), xmp, trailer]);
    return Buffer.concat([file.subarray(0, -1), extension, file.subarray(-1)]);
  },
  webp: (file, xmp) => {
    const padding = Buffer.alloc(xmp.length % 2);
    const whole = Buffer.concat([file, Buffer.from('XMP '), uint32le(xmp.length), xmp, padding]);
    whole.writeUInt32LE(whole.length - 8, 4);
    return whole;
  },
  mp4: (file, xmp) =>
    Buffer.concat([file, box('uuid', Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'), xmp)]),
  // The movie box is the last box, so no offset changes.
  mov: (file, xmp) => {
    const at = file.lastIndexOf('moov') - 4;
    const movie = file.subarray(at + 8);
    return Buffer.concat([file.subarray(0, at), box('moov', movie, box('udta', box('XMP_', xmp)))]);
  },
  svg: (file, xmp) =>
    Buffer.from(file.toString().replace('</svg>', `<metadata>${bodyOf(xmp)}</metadata></svg>`)),
  pdf: (_, xmp) => pdfWithMetadata(xmp),
};

/** Extensions of the files into which XMP can be written. */
export const xmpExtensions = Object.keys(writers);

/** Returns a copy of a file with an XMP packet. A PDF is made anew. */
export function withXmp(extension: string, file: Buffer, packet: string): Buffer {
  return writers[extension]!(file, Buffer.from(packet));
}

/** Returns a copy of a JPEG with an extended XMP packet in parts of 60,000 bytes, the last part first. */
export function withExtendedXmp(file: Buffer, packet: string): Buffer {
  const xmp = Buffer.from(packet);
  const parts: Buffer[] = [];
  for (let at = 0; at < xmp.length; at += 60_000) {
    const head = Buffer.concat([Buffer.alloc(32, 'A'), uint32(xmp.length), uint32(at)]);
    const part = Buffer.concat([head, xmp.subarray(at, at + 60_000)]);
    parts.unshift(segment('http://ns.adobe.com/xmp/extension/\0', part));
  }
  return withSegments(file, parts);
}

/** Returns a copy of a PNG with a compressed XMP packet. */
export function withCompressedXmp(file: Buffer, packet: string | Buffer): Buffer {
  return withPngText(file, Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0'), deflateSync(packet));
}

/** Returns a PDF whose metadata are the given bytes, compressed or not. */
export function pdfWithMetadata(xmp: Buffer, isCompressed = false): Buffer {
  const content = isCompressed ? deflateSync(xmp) : xmp;
  const filter = isCompressed ? '/Filter /FlateDecode ' : '';
  const metadata = `<< /Type /Metadata /Subtype /XML ${filter}/Length ${content.length} >>\nstream\n${content.toString('latin1')}\nendstream`;
  return Buffer.from(buildPdf({ pages: 1, objects: { metadata } }), 'latin1');
}

function segment(name: string, content: Buffer): Buffer {
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(2 + name.length + content.length, 2);
  return Buffer.concat([head, Buffer.from(name), content]);
}

function withSegments(file: Buffer, segments: Buffer[]): Buffer {
  return Buffer.concat([file.subarray(0, 2), ...segments, file.subarray(2)]);
}

/** The header chunk of a PNG ends at byte 33. */
function withPngText(file: Buffer, head: Buffer, text: Buffer): Buffer {
  return Buffer.concat([file.subarray(0, 33), pngText(head, text), file.subarray(33)]);
}

/** Returns an `iTXt` chunk of a PNG. */
export function pngText(...content: Buffer[]): Buffer {
  const data = Buffer.concat([Buffer.from('iTXt'), ...content]);
  return Buffer.concat([uint32(data.length - 4), data, uint32(crc32(data))]);
}

function box(type: string, ...content: Buffer[]): Buffer {
  const data = Buffer.concat(content);
  return Buffer.concat([uint32(8 + data.length), Buffer.from(type), data]);
}

/** Returns a packet without its processing instructions. */
function bodyOf(xmp: Buffer): string {
  return xmp.toString().replace(/<\?xpacket[^?]*\?>/g, '');
}
