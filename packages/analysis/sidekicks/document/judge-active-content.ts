import { excerptEvidence, findingsPerItem, newFinding } from '../../contract/contract.ts';
import type { Finding } from '../../contract/finding.ts';
import type { CappedList } from '../../formats/capped-collections.ts';
import type { EmbeddedFile, ReachingAction, Script } from './facts.ts';
import { anchorOf, placeOf } from './places.ts';
import { rules } from './rules.ts';

export function scriptFinding(
  { trigger, excerpt: text, characters, page, box, field }: Script,
  index: number,
): Finding {
  const where = field === null ? placeOf(page) : `${placeOf(page)}, form field “${field.slice(0, 100)}”`;
  const anchor = anchorOf(page, box);
  const length = characters === null ? 'its text is encrypted' : `${characters} characters`;
  return newFinding(rules['active_content.javascript'], {
    summary: `JavaScript ${where} (${trigger})`,
    details: `The PDF has JavaScript ${where}, run by ${trigger}; ${length}.`,
    reasoning:
      'A script can change the displayed content and access external resources; publishers reject it.',
    headline: 'Active content',
    evidence: [
      excerptEvidence(
        rules['active_content.javascript'],
        `active_content.javascript:${page ?? 'document'}:${index}`,
        { trigger, field, script: text, characters },
        anchor,
      ),
    ],
    anchor,
    action: 'remove',
    resolution: 'Supply the document without JavaScript.',
  });
}

const actionTexts = {
  Launch: {
    rule: rules['active_content.launch'],
    what: 'launch actions',
    does: 'starts a program or opens a file',
    reasoning: 'Launch actions run on the reader’s computer and are a known way to spread malware.',
  },
  SubmitForm: {
    rule: rules['active_content.submit_form'],
    what: 'actions that send form data',
    does: 'sends form data',
    reasoning: 'Form entries are sent to an address that the author of the document chose.',
  },
  ImportData: {
    rule: rules['active_content.import_data'],
    what: 'actions that read form data',
    does: 'reads form data from a file',
    reasoning: 'An external file changes the form.',
  },
  GoToR: {
    rule: rules['active_content.other_document'],
    what: 'actions that open another document',
    does: 'opens another document',
    reasoning:
      'The other document is not delivered with this one, so the link may be broken or open a different file.',
  },
  GoToE: {
    rule: rules['active_content.other_document'],
    what: 'actions that open an embedded document',
    does: 'opens a document embedded in a file',
    reasoning: 'Embedded documents are not examined, and many viewers do not open them.',
  },
} as const satisfies Record<ReachingAction['type'], Record<string, unknown>>;

export function actionFindings(actions: CappedList<ReachingAction>): Finding[] {
  const type = actions.first[0]?.type;
  if (type === undefined) return [];
  const { rule, what, does, reasoning } = actionTexts[type];
  return findingsPerItem(rule, what, actions, ({ trigger, target, page, box }, index) => {
    const anchor = anchorOf(page, box);
    const named = target === null ? '' : `: ${target.slice(0, 200)}`;
    return newFinding(rule, {
      summary: `An action ${placeOf(page)} ${does}${named}`,
      details: `When ${trigger}, the action ${type} ${does}${named}.`,
      reasoning,
      headline: `${type} action`,
      evidence: [
        excerptEvidence(rule, `${rule.code}:${type}:${index}`, { action: type, trigger, target }, anchor),
      ],
      anchor,
      action: 'remove',
      resolution: 'Supply the document without the action.',
    });
  });
}

export function embeddedFileFinding({ name, page, box }: EmbeddedFile, index: number): Finding {
  const anchor = anchorOf(page, box);
  const shown = name.slice(0, 200);
  return newFinding(rules['attachment.embedded_file'], {
    summary: `A file is embedded ${placeOf(page)}: ${shown}`,
    details: `The PDF has the embedded file “${shown}” ${placeOf(page)}. The file was not examined.`,
    reasoning: 'Recipients of the document also receive the file, which is not visible on its pages.',
    headline: 'Embedded file',
    evidence: [
      excerptEvidence(
        rules['attachment.embedded_file'],
        `attachment.embedded_file:${index}`,
        { name },
        anchor,
      ),
    ],
    anchor,
    action: 'remove',
    resolution: 'Remove the embedded file, or submit it separately.',
  });
}
