import { assetPath, wholeListQuery } from '@assay/domain/contracts/fields.ts';
import { series, seriesList, seriesPath, seriesQuery } from '@assay/domain/contracts/series.ts';
import { ApiError } from '@assay/domain/errors.ts';
import { servedAs } from '@assay/domain/displayed-media.ts';
import { type AssetSeries, assetSeries } from '@assay/storage/submissions/assets.ts';
import { storyboardKey } from '@assay/storage/s3/keys.ts';
import { operation } from '../route.ts';
import { readCurve, readSeriesHeader } from '../series-reader.ts';
import { throwNotFound } from './assets.ts';
import { linkTo } from './asset-media.ts';

export const listSeriesRoute = operation({
  id: 'listSeries',
  tag: 'Assets',
  summary: 'List the curves of an asset',
  description:
    'Curves are measured while the file is decoded, by the sidekicks that need them: loudness, peaks, phase, flashes and ' +
    'luminance. A video has a storyboard, too. Its link needs no key.',
  errors: ['submission_not_found', 'asset_not_found', 'blob_unreadable'],
  params: assetPath,
  query: wholeListQuery,
  responses: { 200: seriesList },
  read: assetSeries,
  async handle({ caller, params, found, deps }) {
    if (found === null) return throwNotFound(deps, caller, params.submission_id);
    const { seriesKey } = JSON.parse(found) as AssetSeries;
    const header = seriesKey === null ? null : await readSeriesHeader(deps.blobs, seriesKey);
    const curves = (header?.curves ?? []).map(
      ({ name, unit, channels, startSeconds, stepSeconds, count }) => ({
        name,
        unit,
        channels,
        startSeconds,
        endSeconds: Number((startSeconds + count * stepSeconds).toFixed(6)),
        stepSeconds,
      }),
    );
    const storyboard = header?.storyboard ?? null;
    return {
      status: 200,
      body: {
        assetId: params.asset_id,
        series: curves,
        storyboard: storyboard && {
          ...(await linkTo(deps.blobs, storyboardKey(seriesKey!), servedAs('storyboard.jpg', 'image/jpeg'))),
          ...storyboard,
        },
        total: curves.length,
      },
    };
  },
});

export const readSeriesRoute = operation({
  id: 'readSeries',
  tag: 'Assets',
  summary: 'Read a part of a curve',
  description:
    'Returns at most `points` points. Each has the smallest and the largest value of its time, so that short peaks are ' +
    'visible in a long curve.',
  errors: ['submission_not_found', 'asset_not_found', 'series_not_found', 'blob_unreadable'],
  params: seriesPath,
  query: seriesQuery,
  responses: { 200: series },
  read: assetSeries,
  async handle({ caller, params, query, found, deps }) {
    if (found === null) return throwNotFound(deps, caller, params.submission_id);
    const { seriesKey, profile } = JSON.parse(found) as AssetSeries;
    const wanted = { name: params.name, ...query };
    const part = seriesKey === null ? null : await readCurve(deps.blobs, seriesKey, profile, wanted);
    if (part === null) throw new ApiError('series_not_found');
    return { status: 200, body: part };
  },
});
