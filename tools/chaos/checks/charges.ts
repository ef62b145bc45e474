import { type Check, type Evidence, violationsOf } from './check.ts';

/** Checks that every live asset is charged once, at the price of its sample, and nothing else is charged. */
export async function checkCharges({ database, baselines }: Evidence): Promise<Check> {
  const prices = [...baselines.values()].map(({ filename, credits }) => ({ filename, credits }));
  const { rows } = await database.query<{ subject: string; reason: string }>(
    `with entries as (
       select submission_id, asset_id, count(*) filter (where kind = 'charge') as charges,
         count(*) filter (where kind = 'reversal') as reversals, sum(credits) as credits
       from ledger_entries group by submission_id, asset_id)
     select a.submission_id || '/' || a.asset_id as subject,
       coalesce(e.charges, 0) || ' charges, ' || coalesce(e.reversals, 0) || ' reversals of '
         || coalesce(e.credits, 0) || ' credits; its price is ' || coalesce(p.credits, 0) as reason
     from assets a
     left join entries e on e.submission_id = a.submission_id and e.asset_id = a.asset_id
     left join jsonb_to_recordset($1::jsonb) as p (filename text, credits integer)
       on a.environment = 'live' and p.filename = a.filename
     where coalesce(e.credits, 0) <> coalesce(p.credits, 0) or a.credits <> coalesce(p.credits, 0)
       or coalesce(e.charges, 0) <> case when a.environment = 'live' then 1 else 0 end
       or coalesce(e.reversals, 0) <> 0`,
    [JSON.stringify(prices)],
  );
  const { rows: sums } = await database.query<{ ledger: number; assets: number; entries: number }>(
    `select (select coalesce(sum(credits), 0) from ledger_entries) as ledger,
       (select count(*) from ledger_entries) as entries, (select coalesce(sum(credits), 0) from assets) as assets`,
  );
  const { ledger, assets, entries } = sums[0]!;
  return {
    name: 'every live asset is charged exactly once',
    examined: `${entries} ledger entries with ${ledger} credits`,
    violations: [
      ...violationsOf(rows),
      ...(ledger === assets ? [] : [`the ledger has ${ledger} credits, the assets ${assets}`]),
    ],
  };
}
