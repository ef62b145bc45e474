import { describe, expect, test } from 'vitest';
import { uploadFile, useStackDatabase, useTenant } from '../support/api.ts';
import { submitLive } from '../support/live.ts';
import { expectDomain } from './errors.ts';

const tenant = useTenant(useStackDatabase());
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const allowed = [
  ['video', 'video/mp4', 'mp4'],
  ['video', 'video/quicktime', 'mov'],
  ['video', 'video/x-msvideo', 'avi'],
  ['video', 'video/x-matroska', 'mkv'],
  ['audio', 'audio/mpeg', 'mp3'],
  ['audio', 'audio/wav', 'wav'],
  ['audio', 'audio/x-wav', 'wav'],
  ['audio', 'audio/aac', 'aac'],
  ['audio', 'audio/ogg', 'ogg'],
  ['image', 'image/jpeg', 'jpg'],
  ['image', 'image/jpeg', 'jpeg'],
  ['image', 'image/png', 'png'],
  ['image', 'image/gif', 'gif'],
  ['image', 'image/webp', 'webp'],
  ['image', 'image/svg+xml', 'svg'],
  ['document', 'application/pdf', 'pdf'],
  ['document', 'application/msword', 'doc'],
  ['document', docx, 'docx'],
  ['document', 'text/plain', 'txt'],
] as const;

const ask = (filename: string, contentType: string, key: 'live' | 'sandbox' = 'live') =>
  tenant[key]('POST', '/uploads/url', { filename, contentType });

describe('8.2 Allowed content types', () => {
  test.for(allowed)('%s: %s, as .%s', async ([category, contentType, extension]) => {
    const name = `a__sandbox_pass__.${extension}`;
    expect((await ask(name, contentType)).status).toBe(200);
    const { status, body } = await ask(name.toUpperCase(), contentType, 'sandbox');
    expect(status).toBe(200);
    expect(body.headers).toMatchObject({ 'Content-Type': contentType });
    const files = [{ blobPath: body.blobPath }];
    expect((await tenant.sandbox('POST', '/api/pricing/estimate', { files })).body).toMatchObject({
      files: [{ assetType: category }],
    });
  });

  test('a type may be in any case and have parameters', async () => {
    expect((await ask('a.txt', 'Text/Plain; charset=utf-8')).status).toBe(200);
  });
});

describe('8.2 Other types return 415', () => {
  test.for([
    ['a.webm', 'video/webm'],
    ['a.mpg', 'video/mpeg'],
    ['a.flac', 'audio/flac'],
    ['a.m4a', 'audio/mp4'],
    ['a.tiff', 'image/tiff'],
    ['a.bmp', 'image/bmp'],
    ['a.html', 'text/html'],
    ['a.csv', 'text/csv'],
    ['a.json', 'application/json'],
    ['a.zip', 'application/zip'],
    ['a.exe', 'application/x-msdownload'],
    ['a.mp4', 'application/octet-stream'],
    ['a.mp4', 'video/*'],
    ['a.mp4', 'mp4'],
    ['a.mp4', 'video/mp4x'],
    ['a.mp4', 'video/mp4, image/png'],
    ['a.mp4', 'constructor'],
  ] as const)('%s, %s', async ([filename, contentType]) => {
    for (const key of ['live', 'sandbox'] as const) {
      expectDomain(await ask(filename, contentType, key), 415);
    }
  });
});

describe('7 Content type not matching the file: 415', () => {
  test.for([
    ['a.mp4', 'image/png'],
    ['a.png', 'video/mp4'],
    ['a.mov', 'video/mp4'],
    ['a.exe', 'image/png'],
    ['a.png.exe', 'image/png'],
    ['png', 'image/png'],
    ['a.', 'image/png'],
    ['a.constructor', 'image/png'],
  ] as const)('the extension of %s does not match %s', async ([filename, contentType]) => {
    expectDomain(await ask(filename, contentType), 415);
  });

  test.for([
    ['a PNG', 'a.jpg', 'image/jpeg', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
    ['HTML', 'a.txt', 'text/plain', '<!doctype html><p>hi'],
    ['HTML', 'a.svg', 'image/svg+xml', '<html><svg/></html>'],
    ['text', 'a.pdf', 'application/pdf', 'this is no PDF'],
    ['a PDF', 'a.docx', docx, '%PDF-1.7\n'],
    ['binary', 'b.txt', 'text/plain', '\0\x01\x02'],
    ['nothing', 'c.txt', 'text/plain', ''],
  ] as const)('the bytes do not match: %s in %s', async ([, filename, contentType, content]) => {
    const bytes = Buffer.from(content, 'latin1');
    const answer = await submitLive(tenant, [await uploadFile(tenant.live, filename, contentType, bytes)]);
    expectDomain(answer, 415);
    expect(answer.body.detail).toContain(filename);
  });
});
