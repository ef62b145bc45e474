import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { RangedSource } from '../../../domain/ranged-source.ts';
import { withPdf } from '../../media/pdf.ts';
import { findRule } from '../catalogue.ts';
import type { Finding } from '../finding.ts';

const maxExcerptCharacters = 500;

/** The encryption of a PDF file, and the JavaScript that its document and pages run. Runs in an isolate. */
export async function inspectDocument(
  source: RangedSource,
  _input: undefined,
  progress: (share: number) => void,
): Promise<Finding[]> {
  return withPdf(source, async (document) => {
    const findings = [...(await encryption(document)), ...(await documentScripts(document))];
    for (let page = 1; page <= document.numPages; page++) {
      findings.push(...(await pageScripts(document, page)));
      progress(page / document.numPages);
    }
    return findings;
  });
}

async function encryption(document: PDFDocumentProxy): Promise<Finding[]> {
  // pdf.js tells permissions of encrypted documents only.
  const permissions = await document.getPermissions();
  if (permissions === null) return [];
  const anchor = { kind: 'asset' as const };
  const { rule } = findRule('access.encrypted')!;
  return [
    {
      ruleCode: rule.code,
      severity: rule.severity,
      summary: 'The document is encrypted',
      details:
        'The document is encrypted and opens with an empty user password; its owner restricts its use.',
      severityReasoning: 'Archives, proofing and accessibility tools refuse or alter encrypted documents.',
      severityReasoningHeadline: 'Encrypted document',
      evidence: [
        {
          id: rule.code,
          sourceType: 'excerpt',
          confidence: 1,
          content: { encrypted: true, permissionFlags: [...permissions], source: { ...rule.source } },
          anchor,
        },
      ],
      anchor,
      confidence: 1,
      precedents: [],
      resolutionRequirement: { action: 'replace', description: 'Supply the document without encryption.' },
    },
  ];
}

async function documentScripts(document: PDFDocumentProxy): Promise<Finding[]> {
  const scripts = [...scriptsOf(await document.getJSActions())];
  return scripts.map((script) => scriptFinding(script, { kind: 'asset' }));
}

async function pageScripts(document: PDFDocumentProxy, pageNumber: number): Promise<Finding[]> {
  const page = await document.getPage(pageNumber);
  try {
    const scripts = [...scriptsOf(await page.getJSActions())];
    return scripts.map((script) => scriptFinding(script, { kind: 'page', page: pageNumber }));
  } finally {
    page.cleanup();
  }
}

interface Script {
  /** The event that runs it, as pdf.js names it. */
  trigger: string;
  text: string;
}

function* scriptsOf(actions: Map<string, string[]> | null): Generator<Script> {
  for (const [trigger, texts] of actions ?? []) {
    for (const text of texts) yield { trigger, text };
  }
}

function scriptFinding({ trigger, text }: Script, anchor: Finding['anchor']): Finding {
  const { rule } = findRule('active_content.javascript')!;
  const where = anchor.kind === 'page' ? `page ${anchor.page}` : 'the document';
  const excerpt = text.slice(0, maxExcerptCharacters);
  return {
    ruleCode: rule.code,
    severity: rule.severity,
    summary: `JavaScript in ${where} (${trigger})`,
    details: `The PDF carries JavaScript at ${where}, run on ${trigger}: ${text.length} characters.`,
    severityReasoning:
      'A script in a document can change what is shown and reach out of it; publishers refuse it.',
    severityReasoningHeadline: 'Active content',
    evidence: [
      {
        id: `${rule.code}:${where}:${trigger}`,
        sourceType: 'excerpt',
        confidence: 1,
        content: { trigger, script: excerpt, characters: text.length, source: { ...rule.source } },
        anchor,
      },
    ],
    anchor,
    confidence: 1,
    precedents: [],
    resolutionRequirement: { action: 'remove', description: 'Supply the document without JavaScript.' },
  };
}
