import type { Report } from '../contracts/report.ts';
import type { Severity } from '../sidekick.ts';
import { formatTimeCode } from '../time-code.ts';
import type { MarkedTimeline } from './markers.ts';
import { element, type XmlElement, xmlDocument } from './xml.ts';

const colors: Record<Severity, string> = { critical: 'Red', major: 'Yellow', minor: 'Cyan', info: 'Blue' };
/** The four characters `XBJD` as a number. Media Composer writes an `x` after it. */
const domainKey = '1480739396x';

/**
 * Returns markers as XML, as Avid Media Composer exports them. Avid has published no description of the format: public
 * programs that read exports of Media Composer agree on these names, and read `_ATN_CRM_TC` as a time code.
 */
export function avidXmlOf(
  { timeline, markers }: MarkedTimeline,
  { checkedAt }: Pick<Report, 'checkedAt'>,
): string {
  const createdAt = Math.floor(Date.parse(checkedAt) / 1000);
  const attributeLists = markers.map(({ frame, frames, severity, title, notes }) => {
    const attributes = [
      integer('_ATN_CRM_LONG_CREATE_DATE', createdAt),
      string('_ATN_CRM_COLOR', colors[severity]),
      string('_ATN_CRM_USER', 'Assay'),
      string('_ATN_CRM_COM', `${title} (${notes.join('; ')})`),
      string('_ATN_CRM_TC', formatTimeCode(frame, timeline.timeCode)),
      string('_ATN_CRM_TRK', 'V1'),
      integer('_ATN_CRM_LENGTH', frames),
    ];
    return element(
      'AvClass',
      [
        attributeProperty('__OMFI:ATTR:NumItems', 'int32', attributes.length),
        // An empty element ends the list.
        element('List', [...attributes, element('ListElem')], { id: 'OMFI:ATTR:AttrRefs' }),
      ],
      { id: 'ATTR' },
    );
  });
  const root = element(
    'Avid:StreamItems',
    [
      element('Avid:XMLFileData', [
        element('AvProp', 'Domain', { name: 'DomainMagic', type: 'string' }),
        element('AvProp', domainKey, { name: 'DomainKey', type: 'char4' }),
        ...attributeLists,
      ]),
    ],
    { 'xmlns:Avid': 'http://www.avid.com' },
  );
  return xmlDocument(root, { doctype: 'Avid:StreamItems SYSTEM "AvidSettingsFile.dtd"' });
}

const integer = (name: string, value: number) =>
  attribute(name, 1, attributeProperty('OMFI:ATTB:IntAttribute', 'int32', value));

const string = (name: string, value: string) =>
  attribute(name, 2, attributeProperty('OMFI:ATTB:StringAttribute', 'string', value));

function attribute(name: string, kind: number, value: XmlElement): XmlElement {
  return element('ListElem', [
    attributeProperty('OMFI:ATTB:Kind', 'int32', kind),
    attributeProperty('OMFI:ATTB:Name', 'string', name),
    value,
  ]);
}

const attributeProperty = (name: string, type: 'int32' | 'string', value: string | number) =>
  element('AvProp', value, { id: 'ATTR', name, type });
