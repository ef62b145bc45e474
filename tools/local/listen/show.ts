import { styleText } from 'node:util';
import type { WebhookEvent } from '@assay/client/index.ts';
import { plainText } from '@assay/domain/lib/characters.ts';

const maxTextCharacters = 200;

/**
 * Returns the lines to print for a delivery attempt.
 * @param answered the response to the attempt as text, such as `answered 204`
 */
export function showAttempt(
  event: WebhookEvent,
  attemptNumber: number,
  status: number,
  answered: string,
): string {
  const { data } = event;
  const outcome =
    event.type === 'asset.processing.completed'
      ? styleText('green', `${event.data.issue_count} ${event.data.issue_count === 1 ? 'issue' : 'issues'}`)
      : styleText('red', plainText(event.data.error_message, maxTextCharacters));
  const mark = status < 300 ? styleText('green', '✓') : styleText('yellow', '!');
  const filename = plainText(data.filename, maxTextCharacters);
  return [
    `${time()} ${mark} ${styleText('bold', event.type)}  ${filename}  ${outcome}`,
    `           event ${event.id}, attempt ${attemptNumber}: signature verified, ${answered}`,
    `           submission ${data.submission_id}, asset ${data.asset_id}`,
  ].join('\n');
}

/** Returns the line to print for a request without a valid signature. */
export function showRejected(reason: string): string {
  return `${time()} ${styleText('red', '✗')} invalid signature, answered 400: ${plainText(reason, maxTextCharacters)}`;
}

function time(): string {
  return new Date().toTimeString().slice(0, 8);
}
