import { quoted } from '@assay/domain/lib/characters.ts';
import { inWords } from '../../../formats/capped-collections.ts';
import {
  excerptEvidence,
  type ExcerptContent,
  type FindingParts,
  newFinding,
  wholeAsset,
} from '../../../contract/contract.ts';
import type { Rule } from '../../../contract/description.ts';
import type { Finding } from '../../../contract/finding.ts';
import { rules } from '../rules.ts';
import type { Credentials, Trust } from './verify-credentials.ts';

export type Validated = Extract<Credentials, { state: 'valid' | 'broken' }>;

/** Maximum numbers of characters of names, explanations and addresses in the texts of findings. */
const maxQuoted = 100;
const maxExplanation = 200;
const maxAddress = 300;

type CredentialParts = Omit<FindingParts, 'evidence' | 'anchor'> & { content: ExcerptContent };

export function credentialFindings(credentials: Credentials): Finding[] {
  if (credentials.state === 'unreadable') return [unreadable(credentials.reason)];
  const { state, trust, signer, generator, failures, wideExclusions, brokenIngredients } = credentials;
  const by = signer === null ? 'an unnamed signer' : quoted(signer, maxQuoted);
  const tool = generator === null ? 'an unnamed tool' : quoted(generator, maxQuoted);
  const content = {
    state,
    signer,
    generator,
    failures,
    verified: true,
    trust: { ...trust },
    ...(wideExclusions === null ? {} : { bytesLeftOut: wideExclusions.bytes, bytes: wideExclusions.ofBytes }),
    ...(brokenIngredients.length === 0 ? {} : { brokenIngredients }),
  };
  if (state === 'broken' || trust.revocation === 'revoked') return [broken(credentials, by, content)];
  const { rule, judgement, ...texts } = judgements[trust.signer];
  const ingredients = describeIngredients(credentials);
  return [
    credentialFinding(rules[rule], {
      ...texts,
      content,
      summary: `The file carries content credentials (C2PA) signed in the name of ${by}${texts.summary}`,
      details: `${intact(wideExclusions)} ${judgement} The claim was made with ${tool}. ${ingredients}${scopeOf(trust)}`,
      headline: wideExclusions === null ? texts.headline : 'Partly protected content',
      action: 'review',
      resolution: `Check that ${by} is the expected source of the file, and keep the credentials.`,
    }),
  ];
}

const onList = {
  rule: 'credentials.trusted' as const,
  reasoning:
    'Valid credentials of a known signer show the origin of a file. Many tools remove them when they process the file.',
  headline: 'Valid content credentials, signer on the list',
};
/** Findings about valid credentials, by the judgement of the signer. */
const judgements = {
  official: {
    ...onList,
    summary: ', whose certificate is on the C2PA trust list',
    judgement: 'The certificate chains to the C2PA trust list (signingCredential.trusted).',
  },
  own: {
    ...onList,
    summary: ', whose certificate is on the list of the operator',
    judgement: 'The certificate chains to an anchor of the operator (signingCredential.trusted).',
  },
  untrusted: {
    rule: 'credentials.untrusted' as const,
    summary: ', which is not on a trust list',
    judgement: 'The certificate chains to no anchor of the trust lists (signingCredential.untrusted).',
    reasoning:
      'The signed content is unchanged, but anybody can make a certificate in any name. Only a list of trusted issuers shows that the name is true.',
    headline: 'Valid content credentials, signer unknown',
  },
  unjudged: {
    rule: 'credentials.present' as const,
    summary: ' (signer not judged)',
    judgement: 'The signer was not judged, because no trust list is configured.',
    reasoning:
      'Valid credentials show the origin of a file if the name of the signer is true. Many tools remove them when they process the file.',
    headline: 'Valid content credentials, signer not judged',
  },
};

/** Returns sentences about the time stamp and the revocation, and about the limits of the validation. */
function scopeOf({ timeStamp, time, revocation }: Trust): string {
  const at = time === null ? '' : ` of ${quoted(time, maxQuoted)}`;
  const stamped = {
    trusted: `The time stamp${at} is from an authority on a trust list (timeStamp.trusted).`,
    untrusted: `The time stamp${at} is from an authority that is on no trust list (timeStamp.untrusted), and does not count.`,
    unjudged: `The authority of the time stamp${at} was not judged.`,
    invalid: 'The time stamp is not valid, and does not count.',
    none: 'There is no time stamp.',
  }[timeStamp];
  const revoked = {
    notRevoked:
      'An OCSP response in the file says that the certificate was not revoked (signingCredential.ocsp.notRevoked).',
    revoked:
      'An OCSP response in the file says that the certificate was revoked (signingCredential.ocsp.revoked).',
    unjudged: 'It was not judged whether the certificate was revoked.',
  }[revocation];
  return `${stamped} ${revoked} Nothing was fetched from other addresses.`;
}

function intact(wideExclusions: Validated['wideExclusions']): string {
  return wideExclusions === null
    ? 'The signature is valid and the signed content is unchanged.'
    : `The signature is valid and the bytes that the hash covers are unchanged. ${leftOut(wideExclusions)}`;
}

function leftOut({ bytes, ofBytes }: NonNullable<Validated['wideExclusions']>): string {
  const what =
    bytes === null ? 'more than the manifest' : `${bytes} of ${ofBytes} bytes, the manifest included`;
  return `The hash leaves out ${what}. A change of the other bytes that it leaves out would not be found.`;
}

/** Returns a sentence about ingredients with invalid credentials, followed by a space; empty if there are none. */
function describeIngredients({ brokenIngredients }: Validated): string {
  if (brokenIngredients.length === 0) return '';
  const all = brokenIngredients.map(
    ({ title, code, explanation }) => `${quoted(title, maxQuoted)} (${reasonOf({ code, explanation })})`,
  );
  return `The credentials of a file that was used in it were not valid when it was added: ${all.join(', ')}. `;
}

/** Maximum number of failures in the `details` of a finding. The evidence has all of them. */
const maxNamedFailures = 5;

function reasonOf({ code, explanation }: { code: string; explanation: string }): string {
  // The status code of an ingredient comes from the file. A text that does not look like a code is quoted.
  const shown = /^[\w.]{1,100}$/.test(code) ? code : quoted(code, maxQuoted);
  return explanation === '' ? shown : `${shown}: ${quoted(explanation, maxExplanation)}`;
}

/** Status codes for a hash or a signature that does not match (C2PA 2, section 15, Validation). */
const mismatch =
  /^(?:assertion\.(?:dataHash|bmffHash|boxesHash|collectionHash|hashedURI)|hashedURI|claimSignature|ingredient\.(?:manifest|claimSignature|hashedURI))\.mismatch$/;
/** The certificate of the signer, or of an authority above it, was not valid at the time of the signature. */
const expiry = /^(?:signingCredential\.expired|claimSignature\.outsideValidity)$/;

/**
 * Returns why credentials are not valid. `changed`: a hash or signature does not match. `wide`: the hash excludes more
 * than the manifest. `expired`: only the certificate is no longer valid. `revoked`: an OCSP response in the file says
 * that the certificate was revoked. `invalid`: any other reason.
 */
export function failureKind({ failures, wideExclusions, trust }: Validated): keyof typeof wordings {
  const isWide = ({ code }: { code: string }) =>
    wideExclusions !== null && code === 'assertion.dataHash.mismatch';
  const serious = failures.filter((failure) => !expiry.test(failure.code) && !isWide(failure));
  if (serious.some(({ code }) => mismatch.test(code))) return 'changed';
  if (trust.revocation === 'revoked') return 'revoked';
  if (serious.length > 0 || failures.length === 0) return 'invalid';
  return failures.some(isWide) ? 'wide' : 'expired';
}

function broken(credentials: Validated, by: string, content: ExcerptContent): Finding {
  const { failures, wideExclusions } = credentials;
  const named = { first: failures.slice(0, maxNamedFailures).map(reasonOf), count: failures.length };
  const reason =
    failures.length === 0
      ? 'The validator gives no reason.'
      : `The validator gives the reason: ${inWords(named, '; ')}.`;
  const excluded = wideExclusions === null ? '' : ` The hash of the file matches. ${leftOut(wideExclusions)}`;
  const ingredients = describeIngredients(credentials);
  const { rule, ...wording } = wordings[failureKind(credentials)];
  return credentialFinding(rules[rule], {
    ...wording,
    content,
    details: `${reason}${excluded} The signature is in the name of ${by}. ${ingredients}${scopeOf(credentials.trust)}`,
  });
}

/** Rule and texts of the finding by kind of failure. Only `changed` shows that the file is not as it was signed. */
const wordings = {
  changed: {
    rule: 'credentials.broken' as const,
    summary: 'The content credentials (C2PA) of the file do not match it',
    reasoning: 'The file, its manifest or its signature was changed after signing, or was never valid.',
    headline: 'Invalid content credentials',
    action: 'replace',
    resolution: 'Supply the file as it was signed, or sign it again after the last change.',
  },
  invalid: {
    rule: 'credentials.broken' as const,
    summary: 'The content credentials (C2PA) of the file are not valid',
    reasoning:
      'The validator refuses them for the reason in the details, so they do not show the origin of the file.',
    headline: 'Invalid content credentials',
    action: 'replace',
    resolution: 'Supply the file with valid credentials, or sign it again.',
  },
  revoked: {
    rule: 'credentials.revoked' as const,
    summary: 'The certificate of the content credentials (C2PA) was revoked',
    reasoning:
      'An authority revokes a certificate if its key may be in the hands of others, or if its name is not true.',
    headline: 'Revoked certificate',
    action: 'replace',
    resolution:
      'Confirm the origin of the file with its source, and ask for the file with valid credentials.',
  },
  expired: {
    rule: 'credentials.expired' as const,
    summary: 'The certificate of the content credentials (C2PA) has expired',
    reasoning:
      'The signature and the hashes match. Without a trusted time stamp, nothing shows that the file was signed while the certificate was valid.',
    headline: 'Expired certificate',
    action: 'review',
    resolution: 'Confirm the origin of the file with its source.',
  },
  wide: {
    rule: 'credentials.broken' as const,
    severity: 'minor' as const,
    summary: 'The content credentials (C2PA) protect only a part of the file',
    reasoning:
      'The signature and the hash match, but the hash leaves out more than the manifest. Some early cameras left out metadata too.',
    headline: 'Partly protected content',
    action: 'review',
    resolution: 'Do not rely on the parts of the file that the hash leaves out.',
  },
};

/** Returns the finding for a file with content credentials that is too large for validation. */
export function unverifiedFinding(limitBytes: number): Finding {
  return credentialFinding(rules['credentials.present'], {
    content: { state: 'unverified', verified: false, limitBytes },
    summary: 'The file carries content credentials (C2PA), which were not verified',
    details: `A manifest store is embedded. Files larger than ${limitBytes / 2 ** 20} MiB are not validated: neither the signature nor the hashes were checked.`,
    reasoning: 'Credentials show the origin of a file if they are valid.',
    headline: 'Content credentials present',
    action: 'review',
    resolution: 'Validate the credentials with another tool, and keep them.',
  });
}

export function unreadable(reason: string): Finding {
  return credentialFinding(rules['credentials.unreadable'], {
    content: { state: 'unreadable', reason, verified: false },
    summary: 'The file has content credentials (C2PA) that cannot be read',
    details: `A manifest store is embedded but cannot be read: ${quoted(reason, maxExplanation)}. Neither the signature nor the hashes could be checked.`,
    reasoning: 'The record of the origin of the file is damaged, or in a form that readers do not support.',
    headline: 'Unreadable content credentials',
    action: 'review',
    resolution: 'Supply the file with readable credentials, or without any.',
  });
}

/**
 * Returns a finding if the file says that its content credentials are at another address.
 * @param provenance value of `dcterms:provenance` in the XMP of the file; null if there is none
 */
export function elsewhereFindings(provenance: string | null): Finding[] {
  if (provenance === null) return [];
  return [
    credentialFinding(rules['credentials.elsewhere'], {
      content: { state: 'elsewhere', address: provenance, verified: false },
      summary: 'The file says that its content credentials (C2PA) are at another address',
      details: `The address is ${quoted(provenance, maxAddress)}. It was not fetched, so neither the signature nor the hashes were checked.`,
      reasoning: 'The credentials may show the origin of the file, but they are not part of it.',
      headline: 'Content credentials elsewhere',
      action: 'review',
      resolution:
        'Validate the credentials with another tool if the address belongs to the expected source, or ask for the file with embedded credentials.',
    }),
  ];
}

function credentialFinding(rule: Rule, { content, ...parts }: CredentialParts): Finding {
  const evidence = [excerptEvidence(rule, rule.code, content, wholeAsset)];
  return newFinding(rule, { ...parts, evidence, anchor: wholeAsset });
}
