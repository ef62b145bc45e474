import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Notice } from '../../components/notice.tsx';
import { Loading } from '../../components/page.tsx';
import { type OpenPdf, openPdf, PdfUnusable } from './document/pdf.ts';
import { PdfViewer } from './document/pdf-viewer.tsx';
import { openFile } from './file-reader.ts';
import { OriginalLink } from './original-link.tsx';
import type { MediaViewProps } from './view.ts';
import './viewer.css';

/** A PDF, drawn by pdf.js, with its issues on its pages. */
export function DocumentView(props: MediaViewProps) {
  const { media, readMedia } = props;
  const opened = useSignal<OpenPdf | null>(null);
  const error = useSignal<Error | null>(null);
  const tries = useSignal(0);
  useEffect(() => {
    let isGone = false;
    const onFault = (fault: Error) => {
      if (!isGone) error.value = fault;
    };
    error.value = null;
    openPdf(openFile(media, readMedia), onFault).then((pdf) => {
      if (isGone) return pdf.close();
      opened.value = pdf;
    }, onFault);
    return () => {
      isGone = true;
      opened.value?.close();
      opened.value = null;
    };
  }, [media.sha256, media.filename, tries.value]);

  if (error.value !== null) {
    const isRetryable = error.value instanceof PdfUnusable && error.value.reason === 'unavailable';
    return (
      <Notice tone="error">
        <p>
          <strong>{titleOf(error.value)}</strong> {adviceFor(error.value)}
        </p>
        {isRetryable ? (
          <button type="button" class="button" onClick={() => tries.value++}>
            Try again
          </button>
        ) : (
          <OriginalLink media={media} />
        )}
      </Notice>
    );
  }
  if (opened.value === null) return <Loading what="the document" />;
  return <PdfViewer {...props} document={opened.value.document} />;
}

function titleOf(error: Error): string {
  if (!(error instanceof PdfUnusable)) return 'The PDF cannot be shown.';
  return {
    encrypted: 'The PDF is encrypted with a password.',
    damaged: 'The PDF is damaged and cannot be shown.',
    unavailable: 'The file cannot be read.',
  }[error.reason];
}

function adviceFor(error: Error): string {
  if (error instanceof PdfUnusable && error.reason === 'unavailable') return error.message;
  return 'The issues beside it were found by the sidekicks.';
}
