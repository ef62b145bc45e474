import { styleText } from 'node:util';
import type { WebhookEvent } from '../../client/index.ts';
import { plainText } from '../../lib/characters.ts';

const maxTextCharacters = 200;

/** An attempt for a person to read: when it came, what it tells, and what it is answered with after so many seconds. */
export function showAttempt(
  event: WebhookEvent,
  attemptNumber: number,
  status: number,
  afterSeconds: number,
): string {
  const { data } = event;
  const told =
    event.type === 'asset.processing.completed'
      ? styleText('green', `${event.data.issue_count} issues`)
      : styleText('red', plainText(event.data.error_message, maxTextCharacters));
  const answered = afterSeconds === 0 ? `answered ${status}` : `answered ${status} after ${afterSeconds} s`;
  const mark = status < 300 ? styleText('green', '✓') : styleText('yellow', '!');
  return [
    `${time()} ${mark} ${styleText('bold', event.type)}  ${plainText(data.filename, maxTextCharacters)}  ${told}`,
    `           event ${event.id}, attempt ${attemptNumber}: signature verified, ${answered}`,
    `           submission ${data.submission_id}, asset ${data.asset_id}`,
  ].join('\n');
}

/** A request that is not a webhook of this subscription. */
export function showStranger(reason: string): string {
  return `${time()} ${styleText('red', '✗')} not genuine, answered 400: ${plainText(reason, maxTextCharacters)}`;
}

function time(): string {
  return new Date().toTimeString().slice(0, 8);
}
