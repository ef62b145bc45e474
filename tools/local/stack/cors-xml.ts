import { corsRule } from '@assay/storage/s3/bucket-cors.ts';

/** Returns the CORS configuration of a bucket in the XML of S3, for pages of the given origins. */
export function corsXml(origins: readonly string[]): string {
  const rule = corsRule(origins);
  const elements = (name: string, values: readonly string[] | undefined = []) =>
    values.map((value) => `<${name}>${value}</${name}>`).join('');
  return (
    '<CORSConfiguration><CORSRule>' +
    elements('AllowedOrigin', rule.AllowedOrigins) +
    elements('AllowedMethod', rule.AllowedMethods) +
    elements('AllowedHeader', rule.AllowedHeaders) +
    elements('ExposeHeader', rule.ExposeHeaders) +
    `<MaxAgeSeconds>${rule.MaxAgeSeconds}</MaxAgeSeconds>` +
    '</CORSRule></CORSConfiguration>'
  );
}
