import { useSignal } from '@preact/signals';
import type { AssetType } from '@assay/domain/asset-type.ts';
import { announce } from '../announce.tsx';
import { formatExactTime, formatTime } from '../format.ts';
import { Icon } from './icon.tsx';

/**
 * Control characters other than line ends, and bidirectional controls. With these characters, a text can look like a
 * different text.
 */
const hidden = /[\0-\x08\v-\x1F\x7F-\x9F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** Shows untrusted text, such as a file name. Its writing direction does not affect other text. */
export function Untrusted({ text }: { text: string }) {
  return <bdi class="untrusted">{text.toWellFormed().replace(hidden, '\uFFFD')}</bdi>;
}

export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExactTime(at)}>
      {formatTime(at)}
    </time>
  );
}

export function TypeIcon({ type }: { type: AssetType | null }) {
  return <Icon name={type ?? 'document'} />;
}

/** Shows a link to a web page. For other URLs, such as `javascript:`, shows only the text. */
export function ExternalLink({ url, text }: { url: string; text: string }) {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return <Untrusted text={text} />;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      <Untrusted text={text} />
      <span class="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}

export function CopyButton({ text, what }: { text: string; what: string }) {
  const isCopied = useSignal(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    isCopied.value = true;
    announce(`${what} copied`);
    setTimeout(() => (isCopied.value = false), 2_000);
  };
  return (
    <button type="button" class="button button-quiet button-small" onClick={() => void copy()}>
      <Icon name={isCopied.value ? 'check' : 'copy'} />
      <span>{isCopied.value ? 'Copied' : 'Copy'}</span>
      <span class="visually-hidden"> {what}</span>
    </button>
  );
}
