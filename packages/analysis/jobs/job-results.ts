import { z } from 'zod';
import { isPageBox } from '@assay/domain/page-box.ts';
import { maxSeconds } from '../measure/video-duration.ts';
import { maxFindings } from '../contract/check-findings.ts';
import { finding } from '../contract/finding.ts';
import { maxLines } from '../text/join-text.ts';
import type { Jobs } from './parser-jobs.ts';
import { colourKinds, rareCodings } from '../formats/container/container-report.ts';
import type { ResultSchemas } from '../parsers/protocol.ts';
import { maxReported } from '../formats/capped-collections.ts';
import { claimsDescription } from '../sidekicks/claims/rules.ts';
import { spaceNames } from '../sidekicks/document/colour-spaces.ts';
import { maxBoxes, maxMeasure } from '../sidekicks/document/delivery-facts.ts';
import { maxDpi } from '../sidekicks/requirements/read-image-properties.ts';
import { maxSvgSide } from '../sidekicks/requirements/read-svg-size.ts';
import { maxBrokenIngredients } from '../sidekicks/integrity/credentials/read-origins.ts';
import { maxXmpRanges } from '../formats/xmp/xmp-packets.ts';
import { maxDeclarations } from '../sidekicks/integrity/origin/source-types.ts';
import { maxListedPages, maxPageSide, maxReadPages } from '../formats/pdf/scanned-pages/limits.ts';

// The result of a job comes from a process that a hostile file may have taken over. These schemas limit every number,
// text and list. The jobs keep these limits themselves, so a result beyond them is forged.

/** Maximum characters that a result quotes from a file. */
const maxQuoteCharacters = 2_000;
/** Largest number that a column of type `integer` stores. */
const maxInteger = 2 ** 31 - 1;

const text = z.string().max(maxQuoteCharacters);
const count = z.int().min(0);
const number = z.int().min(1);
const page = number.nullable();
const area = z.tuple([z.number(), z.number(), z.number(), z.number()]).refine((sides) => isPageBox(sides));
const box = area.nullable();

/** The fields of a list that contains the first `maxReported` of `count` items. */
const listOf = <Item extends z.ZodType>(item: Item) => ({ first: z.array(item).max(maxReported), count });
const isCapped = ({ first, count }: { first: unknown[]; count: number }) =>
  first.length === Math.min(count, maxReported);
const capped = <Item extends z.ZodType>(item: Item) => z.strictObject(listOf(item)).refine(isCapped);

// The API shows a reason to the consumer, in one line.
const reason = z.string().regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,200}$/u);
const pages = z.int().min(1).max(maxInteger);
const measurement = z.union([
  z.strictObject({ outcome: z.enum(['content_mismatch', 'unmeasurable']), reason }),
  z.strictObject({ outcome: z.literal('undecided') }),
  z.strictObject({
    outcome: z.literal('measured'),
    value: z.number().min(0).max(maxSeconds),
    details: z.strictObject({
      method: z.enum(['sample-tables', 'last-cluster']),
      headerSeconds: z.number().nullable(),
    }),
  }),
  z.strictObject({
    outcome: z.literal('measured'),
    value: pages,
    details: z.strictObject({ declaredPages: z.int(), leafPages: count.nullable(), unreadableKids: count }),
  }),
  z.strictObject({ outcome: z.literal('measured'), value: pages.nullable(), details: z.strictObject({}) }),
]);

const shownTime = z
  .strictObject({
    startSeconds: z.number().min(0).max(maxSeconds),
    endSeconds: z.number().max(maxSeconds),
    isExact: z.boolean(),
  })
  .refine(({ startSeconds, endSeconds }) => startSeconds <= endSeconds);
const claim = z.strictObject({
  quote: text,
  context: text,
  confidence: z.number().min(0).max(1),
  page,
  start: count.nullable(),
  end: count.nullable(),
  shown: z
    .strictObject({ box: area, time: shownTime.nullable(), readConfidence: z.number().min(0).max(1) })
    .nullable(),
  heard: z
    .strictObject({
      startSeconds: z.number().min(0).max(maxSeconds),
      endSeconds: z.number().max(maxSeconds),
      probability: z.number().min(0).max(1),
    })
    .refine(({ startSeconds, endSeconds }) => startSeconds <= endSeconds)
    .nullable(),
});
const claims = z
  .strictObject({
    claims: z.partialRecord(
      z.enum(claimsDescription.rules.map(({ code }) => code)).exclude(['language.unjudged']),
      z
        .strictObject({
          ...listOf(z.strictObject({ claim, further: z.array(claim).max(9), count: number })),
          furtherPages: z.array(number).max(50),
        })
        .refine(isCapped),
    ),
    otherLanguage: z.strictObject({ isPart: z.boolean(), pages: z.array(number).max(50) }).nullable(),
    otherSpeech: z.boolean(),
  })
  .nullable();

const action = <Type extends string>(type: Type) =>
  capped(z.strictObject({ type: z.literal(type), trigger: text, target: text.nullable(), page, box }));
const pdfA = z.string().regex(/^[1-4][abuef]?$/);
const measure = z.number().min(0).max(maxMeasure);
const somePages = { pages: z.array(number).min(1).max(maxReported), pageCount: number };
const document = z.strictObject({
  encrypted: z.boolean(),
  denied: z.array(text).max(8),
  scripts: capped(
    z.strictObject({
      trigger: text,
      excerpt: text.nullable(),
      characters: count.nullable(),
      page,
      box,
      field: text.nullable(),
    }),
  ),
  actions: z.strictObject({
    Launch: action('Launch'),
    SubmitForm: action('SubmitForm'),
    ImportData: action('ImportData'),
    GoToR: action('GoToR'),
    GoToE: action('GoToE'),
  }),
  attachments: capped(z.strictObject({ name: text, page, box })),
  missingFonts: capped(
    z.strictObject({ name: text, pages: z.array(number).min(1).max(20), pageCount: number }),
  ),
  blankPages: capped(number),
  pageSizes: z
    .array(
      z.strictObject({
        shorterMm: z.number().min(0),
        longerMm: z.number().min(0),
        pageCount: number,
        firstPage: number,
      }),
    )
    .max(50),
  jpeg2000Page: number.nullable(),
  pdfA: pdfA.nullable(),
  pagesFound: z.boolean(),
  tagged: z.boolean(),
  claimsTags: z.boolean(),
  language: z.strictObject({
    document: text.nullable(),
    isDeclaredInParts: z.boolean(),
    gaps: capped(
      z.strictObject({
        kind: z.enum(['page', 'element', 'annotation', 'bookmarks', 'metadata']),
        name: text.nullable(),
        entry: text.nullable(),
        page,
        box,
      }),
    ),
    malformed: capped(z.strictObject({ value: text, where: text, page, count: number })),
  }),
  title: z.strictObject({
    metadata: text.nullable(),
    information: text.nullable(),
    hasXmp: z.boolean(),
  }),
  displaysTitle: z.boolean(),
  delivery: z.strictObject({
    version: z.number().min(1).max(2.9).nullable(),
    pageCount: count,
    boxes: z.array(z.strictObject({ widthMm: measure, heightMm: measure, ...somePages })).max(maxBoxes),
    hasAllBoxes: z.boolean(),
    conformances: z.strictObject({
      pdfA: pdfA.nullable(),
      pdfUa: z.enum(['1', '2']).nullable(),
      pdfX: z
        .string()
        .regex(/^PDF\/X-[1-6][a-z]{0,3}(?::\d{4})?$/)
        .nullable(),
    }),
    spaces: z.array(z.strictObject({ name: z.enum(spaceNames), ...somePages })).max(spaceNames.length),
    lowestDpi: z.strictObject({ dpi: measure, page: number }).nullable(),
    hasAllImages: z.boolean(),
  }),
});

const container = z.strictObject({
  missingBytes: z.number().min(0).nullable(),
  hasManifest: z.boolean(),
  xmp: z.array(z.strictObject({ start: count, end: count })).max(maxXmpRanges),
  isAnimatedWebp: z.boolean(),
  data: z.enum(['unclosed', 'empty']).nullable(),
  picture: z.strictObject({ width: count, height: count }).nullable(),
  colours: z.enum(colourKinds).nullable(),
  hasAlpha: z.boolean().nullable(),
  frames: count.nullable(),
  docType: text.nullable(),
  encrypted: z.array(z.enum(['picture', 'sound'])).max(2),
  rareCoding: z.enum(rareCodings).nullable(),
  damage: text.nullable(),
  ancillaryDamage: text.nullable(),
});

const features = ['script', 'reference', 'file', 'path', 'foreign', 'entity'] as const;
const svg = z.strictObject({
  spots: z
    .array(z.strictObject({ feature: z.enum(features), what: text, excerpt: text, line: count }))
    .max(10 * features.length),
  counts: z.record(z.enum(features), count),
  unexamined: text.nullable(),
  canHideScripts: z.boolean(),
});

const places = z
  .array(
    z.strictObject({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      where: z.enum([
        'its Exif metadata',
        'its XMP metadata',
        'the Exif metadata in a text chunk',
        'the attached video',
      ]),
    }),
  )
  .max(4);
const metadata = z.strictObject({
  places,
  sourceTypes: z.array(z.strictObject({ value: text, ofPart: z.boolean() })).max(maxDeclarations),
  provenance: text.nullable(),
});

const imageProperties = z.strictObject({
  dpi: z.number().min(0).max(maxDpi).nullable(),
  colourProfile: text.nullable(),
  isTurned: z.boolean(),
});
const svgSize = z
  .strictObject({ width: z.number().min(0).max(maxSvgSide), height: z.number().min(0).max(maxSvgSide) })
  .nullable();

const credentials = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('unreadable'), reason: text }),
  z.strictObject({
    state: z.enum(['valid', 'broken']),
    trust: z.strictObject({
      signer: z.enum(['official', 'own', 'untrusted', 'unjudged']),
      timeStamp: z.enum(['trusted', 'untrusted', 'unjudged', 'invalid', 'none']),
      time: text.nullable(),
      revocation: z.enum(['notRevoked', 'revoked', 'unjudged']),
    }),
    signer: text.nullable(),
    generator: text.nullable(),
    failures: z.array(z.strictObject({ code: text, explanation: text })).max(100),
    wideExclusions: z.strictObject({ bytes: count.nullable(), ofBytes: count }).nullable(),
    origins: z
      .array(
        z.strictObject({
          sourceType: text,
          manifest: z.enum(['active', 'parent', 'part']),
          action: text.nullable(),
        }),
      )
      .max(maxDeclarations),
    brokenIngredients: z
      .array(z.strictObject({ title: text, code: text, explanation: text }))
      .max(maxBrokenIngredients),
  }),
]);

const scannedPages = z
  .strictObject({
    first: z
      .array(z.strictObject({ page: number, letters: z.enum(['scan', 'shapes', 'glyphs']) }))
      .max(maxReadPages),
    count,
    hidingPages: z.array(number).max(maxListedPages),
    annotatedPages: z.array(number).max(maxListedPages),
  })
  .refine(({ first, count }) => first.length === Math.min(count, maxReadPages));
const side = z.int().min(1).max(maxPageSide);
const pagePixels = z
  .strictObject({ width: side, height: side, bytes: z.instanceof(Uint8Array) })
  .refine(({ width, height, bytes }) => bytes.length === width * height * 3)
  .nullable();

const findings = z.array(finding).max(maxFindings);
/** The measured values of at most the rules of one sidekick. */
const measured = z
  .record(z.string().max(100), z.number())
  .refine((values) => Object.keys(values).length <= 100);
const judgement = z.union([
  z.strictObject({ findings, measured: measured.optional() }),
  z.strictObject({ undecodable: text }),
]);

const pixels = z.tuple([z.number(), z.number(), z.number(), z.number()]);
const joinedText = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        line: z.strictObject({
          text,
          confidence: z.number().min(0).max(1),
          box: pixels,
          letters: z
            .strictObject({
              capitalHeight: z.number().nullable(),
              lowerCaseHeight: z.number().nullable(),
              contrast: z.number(),
              isOnBlock: z.boolean(),
            })
            .nullable(),
        }),
        first: count,
        last: count,
        moves: z.boolean(),
      }),
    )
    .max(maxLines),
  leftOut: count,
});

export const jobResults: ResultSchemas<Jobs> = {
  measureContent: measurement,
  findScannedPages: scannedPages,
  pagePixels,
  findClaims: claims,
  joinText: joinedText,
  judgeCaptions: judgement,
  judgeFlashes: judgement,
  judgeLoudness: judgement,
  judgePreset: judgement,
  judgeSupers: findings,
  judgeVideo: judgement,
  inspectContainer: container,
  inspectDocument: document,
  inspectSvg: svg,
  readImageProperties: imageProperties,
  readMetadata: metadata,
  readSvgSize: svgSize,
  verifyCredentials: credentials,
};
