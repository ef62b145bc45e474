import type { Actor } from '@assay/domain/actor.ts';
import type { ReportKey, ReportKeySet } from '@assay/domain/report-signature.ts';
import type { Queryable } from '../database/database.ts';
import { actorJson, insertEntries } from './audit-log.ts';

/** A public key that verifies signatures of reports. */
export interface NewReportKey {
  /** Thumbprint of the key (RFC 7638). */
  keyId: string;
  /** The 32 bytes of the key in base64url. */
  x: string;
}

/** Adds a key. Does nothing if the key is known. */
export async function registerReportKey(db: Queryable, { keyId, x }: NewReportKey): Promise<void> {
  await db.query('insert into report_keys (key_id, public_key) values ($1, $2) on conflict do nothing', [
    keyId,
    x,
  ]);
}

/** Adds the certificates of a time-stamp authority. Does nothing if they are known. @param certificates in PEM */
export async function registerAuthority(db: Queryable, certificates: string): Promise<void> {
  await db.query('insert into time_stamp_authorities (certificates) values ($1) on conflict do nothing', [
    certificates,
  ]);
}

/** Adds a key, and records that it replaces all others. */
export async function rotateReportKey(
  db: Queryable,
  { keyId, x }: NewReportKey,
  actor: Actor | null = null,
): Promise<void> {
  await db.query(
    `with added as (
       insert into report_keys (key_id, public_key) values ($1, $2) returning key_id
     ), replaced as (
       update report_keys set replaced_at = now() where replaced_at is null and key_id <> $1
     )
     ${insertEntries({
       actor: '$3',
       workspaceId: 'null::uuid',
       action: 'report_key.rotate',
       subject: `'report-keys/' || key_id`,
       from: 'added',
     })}`,
    [keyId, x, actorJson(actor)],
  );
}

/**
 * Revokes a key: its signatures are no longer valid, except those with a time stamp before `since`. Returns false if no
 * key that is not revoked has this id.
 * @param since null: now
 */
export async function revokeReportKey(
  db: Queryable,
  keyId: string,
  reason: string,
  since: Date | null = null,
  actor: Actor | null = null,
): Promise<boolean> {
  const { rows } = await db.query(
    `with revoked as (
       update report_keys set revoked_at = now(), revoked_reason = $2, revoked_since = least(coalesce($4, now()), now()) where key_id = $1 and revoked_at is null
       returning key_id
     ), audited as (${insertEntries({
       actor: '$3',
       workspaceId: 'null::uuid',
       action: 'report_key.revoke',
       subject: `'report-keys/' || key_id`,
       from: 'revoked',
     })})
     select key_id from revoked`,
    [keyId, reason, actorJson(actor), since],
  );
  return rows.length > 0;
}

/** Returns all keys, newest first. */
export async function readReportKeys(db: Queryable): Promise<ReportKeySet> {
  const { rows } = await db.query<{
    keyId: string;
    x: string;
    from: Date;
    until: Date | null;
    revokedAt: Date | null;
    since: Date | null;
    reason: string | null;
  }>({
    name: 'read-report-keys',
    text: `
      select key_id as "keyId", public_key as x, created_at as from, replaced_at as until, revoked_at as "revokedAt",
        revoked_since as since, revoked_reason as reason
      from report_keys order by created_at desc, key_id`,
  });
  const { rows: authorities } = await db.query<{ certificates: string }>(
    'select certificates from time_stamp_authorities order by created_at, certificates',
  );
  const all = rows.map(({ keyId, x, from, until, revokedAt, since, reason }): ReportKey => ({
    ...{ kty: 'OKP', crv: 'Ed25519', x, kid: keyId, alg: 'EdDSA', use: 'sig' },
    from: from.toISOString(),
    until: until?.toISOString() ?? null,
    revoked:
      revokedAt === null
        ? null
        : { at: revokedAt.toISOString(), since: since!.toISOString(), reason: reason! },
  }));
  return {
    keys: all.filter(({ revoked }) => revoked === null),
    revoked: all.filter(({ revoked }) => revoked !== null),
    authorities: authorities.map(({ certificates }) => certificates),
  };
}
