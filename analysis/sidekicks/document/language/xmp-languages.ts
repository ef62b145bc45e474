import { SaxesParser } from 'saxes';
import type { PdfObjects } from '../pdf-objects.ts';

/**
 * Returns whether the XMP metadata has a text for the default language only, such as a title. Such a text has the
 * language of the document (Matterhorn Protocol 1.1, failure condition 11-006).
 */
export async function hasDefaultLanguageOnly(objects: PdfObjects): Promise<boolean> {
  const bytes = await objects.stream(objects.catalog.get('Metadata'));
  if (bytes === null) return false;
  let found = false;
  let languages: string[] = [];
  const parser = new SaxesParser();
  // XML errors are ignored, because readers of metadata may accept them.
  parser.on('error', () => {});
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'rdf:Alt') languages = [];
    else if (name === 'rdf:li' && attributes['xml:lang'] !== undefined)
      languages.push(attributes['xml:lang']);
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'rdf:Alt' && languages.length === 1) found ||= languages[0] === 'x-default';
  });
  parser.write(new TextDecoder().decode(bytes)).close();
  return found;
}
