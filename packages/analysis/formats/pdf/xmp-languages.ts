import { packetText } from '../xmp/xmp-packets.ts';
import { parseLimitedXml } from '../xmp/limited-xml.ts';
import type { PdfObjects } from './pdf-objects.ts';

/**
 * Returns whether the XMP metadata contains a text, such as a title, only for the default language (`x-default`). Such
 * a text is in the language of the document (Matterhorn Protocol 1.1, failure condition 11-006).
 */
export async function hasDefaultLanguageOnly(objects: PdfObjects): Promise<boolean> {
  const bytes = await objects.metadata();
  if (bytes === null) return false;
  let found = false;
  let languages: string[] = [];
  let language: string | undefined;
  parseLimitedXml(packetText(bytes), {
    onOpen({ name, attributes }) {
      if (name === 'rdf:Alt') languages = [];
      language = name === 'rdf:li' ? attributes['xml:lang']?.value : undefined;
    },
    onText(text) {
      // An element without text, which some programs write, is in no language.
      if (language === undefined || text.trim() === '') return;
      languages.push(language);
      language = undefined;
    },
    onClose({ name }) {
      if (name === 'rdf:Alt' && languages.length === 1) found ||= languages[0] === 'x-default';
    },
  });
  return found;
}
