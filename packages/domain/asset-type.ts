/** Types of assets: the four categories of specification 8.1. */
export const assetTypes = ['video', 'audio', 'image', 'document'] as const;
export type AssetType = (typeof assetTypes)[number];

const mib = 2 ** 20;
const gib = 2 ** 30;

/** Maximum size of an upload in bytes. An upload of exactly this size is allowed (specification 8.1). */
export const maxBytes = {
  video: 5 * gib,
  audio: 500 * mib,
  image: 50 * mib,
  document: 100 * mib,
} satisfies Record<AssetType, number>;

export interface FileType {
  assetType: AssetType;
  /** The MIME type that the service derives from the extension. */
  mimeType: string;
  /** The content types that a client may declare for the extension, all from specification 8.2. */
  contentTypes: readonly string[];
}

function fileType(assetType: AssetType, mimeType: string, ...aliases: string[]): FileType {
  return { assetType, mimeType, contentTypes: [mimeType, ...aliases] };
}

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const jpeg = fileType('image', 'image/jpeg');
const ogg = fileType('audio', 'audio/ogg');

/** The allowlist of specification 8.2. Maps each extension (lower case, without the dot) to its file type. */
const byExtension: Record<string, FileType> = {
  mp4: fileType('video', 'video/mp4'),
  mov: fileType('video', 'video/quicktime'),
  avi: fileType('video', 'video/x-msvideo'),
  mkv: fileType('video', 'video/x-matroska'),
  mp3: fileType('audio', 'audio/mpeg'),
  wav: fileType('audio', 'audio/wav', 'audio/x-wav'),
  aac: fileType('audio', 'audio/aac'),
  ogg,
  oga: ogg,
  jpg: jpeg,
  jpeg,
  png: fileType('image', 'image/png'),
  gif: fileType('image', 'image/gif'),
  webp: fileType('image', 'image/webp'),
  svg: fileType('image', 'image/svg+xml'),
  pdf: fileType('document', 'application/pdf'),
  doc: fileType('document', 'application/msword'),
  docx: fileType('document', docx),
  txt: fileType('document', 'text/plain'),
};

export const allowedExtensions: readonly string[] = Object.keys(byExtension);
export const allowedContentTypes: ReadonlySet<string> = new Set(
  Object.values(byExtension).flatMap((type) => type.contentTypes),
);

/** Returns the file type for the extension of a filename, or null if the allowlist lacks the extension. */
export function fileTypeOf(filename: string): FileType | null {
  const extension = /\.([^./]+)$/.exec(filename)?.[1]?.toLowerCase();
  return extension !== undefined && Object.hasOwn(byExtension, extension) ? byExtension[extension]! : null;
}

/** Returns whether files of a MIME type contain pictures or sound to decode. SVG and documents contain neither. */
export function isDecodable(mimeType: string): boolean {
  return mimeType !== 'image/svg+xml' && /^(?:video|audio|image)\//.test(mimeType);
}

/** Returns whether files can contain pictures of text: decodable images and videos, and PDFs, which can be scans. */
export function showsText(assetType: string | null, mimeType: string): boolean {
  if (mimeType === 'application/pdf') return true;
  return (assetType === 'image' || assetType === 'video') && isDecodable(mimeType);
}

/** Returns whether a content type without parameters is in the allowlist of specification 8.2. */
export function isAllowedContentType(contentType: string): boolean {
  return allowedContentTypes.has(contentType);
}

/** Returns the first extension of a MIME type that the service derives; null if no extension has it. */
export function extensionOf(mimeType: string): string | null {
  return Object.keys(byExtension).find((one) => byExtension[one]!.mimeType === mimeType) ?? null;
}
