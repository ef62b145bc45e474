/** Returns an SQL expression: the blob key of the report in row `r` of `reports`, as `reportKey` makes it. */
export const reportKeySql = `concat('reports/', r.submission_id, '/', r.asset_id, '/', encode(r.sha256, 'hex'), '.json')`;

/** Returns an SQL query for an expression of the newest row `r` of `reports` of asset `a`. */
export const ofNewestReport = (expression: string) => `(select ${expression} from reports r
        where r.submission_id = a.submission_id and r.asset_id = a.asset_id order by r.number desc limit 1)`;
