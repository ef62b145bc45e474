import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { ApiFault, request } from '../api/request.ts';
import { loadSession } from '../api/session.ts';
import type { SignInPreview } from '../api/shapes.ts';
import { ErrorNotice, Notice } from '../components/notice.tsx';
import { Loading, PageHeading } from '../components/page.tsx';
import { Untrusted } from '../components/texts.tsx';
import { formatTime } from '../format.ts';
import { href, navigate } from '../navigation.ts';

/**
 * Takes the token out of the URL, so that neither the history nor a copied URL contains it. The token is in the
 * fragment, which browsers do not send.
 */
function takeToken(): string | null {
  // Other fragments are no tokens, but refer to elements of the page.
  const token = /^#([\w-]{20,})$/.exec(location.hash)?.[1];
  if (token === undefined) return null;
  history.replaceState(null, '', location.pathname + location.search);
  return token;
}

/**
 * Returns the URL of the page that the link names in its query, below `/console`. Other URLs are ignored, so that a
 * link cannot lead to another site or to another part of this one.
 */
export function urlAfterSignIn(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/';
  const url = new URL(href(next.startsWith('/') ? next : '/'), location.origin);
  return url.origin === location.origin && url.pathname.startsWith(href('/')) ? url.href : href('/');
}

/** Shows for whom a sign-in link is, and signs in with a button. Only the button uses up the link. */
export function SignInPage() {
  const token = useSignal<string | null>(null);
  const preview = useSignal<SignInPreview | null>(null);
  const error = useSignal<Error | null>(null);
  const isBusy = useSignal(false);

  const read = async () => {
    error.value = null;
    try {
      preview.value = await request<SignInPreview>('POST', '/sign-in/preview', { token: token.value });
    } catch (caught) {
      error.value = caught as Error;
    }
  };
  useEffect(() => {
    const open = () => {
      const taken = takeToken();
      if (taken === null) return;
      token.value = taken;
      preview.value = null;
      void read();
    };
    open();
    // A link that is opened in the same tab changes only the fragment.
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, []);

  const signIn = async () => {
    isBusy.value = true;
    error.value = null;
    try {
      await request('POST', '/sign-in', { token: token.value });
      await loadSession();
      navigate(urlAfterSignIn(location.search), { replace: true });
    } catch (caught) {
      error.value = caught as Error;
      if (isRejected(caught)) preview.value = null;
    } finally {
      isBusy.value = false;
    }
  };

  if (token.value === null) return <SignedOutPage />;
  return (
    <Card title="Sign in to Assay">
      {preview.value === null && error.value === null && <Loading what="the sign-in link" />}
      {preview.value !== null && (
        <>
          <p class="lead">
            This link signs in{' '}
            <strong>
              <Untrusted text={preview.value.memberName} />
            </strong>
            {preview.value.workspaces.length > 0 && (
              <>
                {' '}
                to{' '}
                {preview.value.workspaces.map(({ name }, index) => (
                  <span key={index}>
                    {index > 0 && ', '}
                    <strong>
                      <Untrusted text={name} />
                    </strong>
                  </span>
                ))}
              </>
            )}
            .
          </p>
          <button
            type="button"
            class="button button-primary button-wide"
            disabled={isBusy.value}
            onClick={() => void signIn()}
          >
            {isBusy.value ? 'Signing in…' : 'Sign in'}
          </button>
          <p class="hint">
            The link works once, until {formatTime(preview.value.expiresAt)}. If you are somebody else, close
            this page.
          </p>
        </>
      )}
      {isRejected(error.value) ? (
        <>
          <Notice tone="error">
            <p>
              <strong>This sign-in link does not work any more.</strong> It was used, it has expired, or a
              newer one has replaced it.
            </p>
          </Notice>
          <HowToGetALink />
        </>
      ) : (
        error.value !== null && (
          <>
            <ErrorNotice error={error.value} what="You could not be signed in." />
            {preview.value === null && (
              <button type="button" class="button button-wide" onClick={() => void read()}>
                Try again
              </button>
            )}
          </>
        )
      )}
    </Card>
  );
}

function isRejected(error: unknown): boolean {
  return error instanceof ApiFault && error.status === 401;
}

/** The page of a visitor without a session. */
export function SignedOutPage() {
  return (
    <Card title="Sign in to Assay">
      <p class="lead">You are not signed in.</p>
      <HowToGetALink />
    </Card>
  );
}

function HowToGetALink() {
  return (
    <>
      <h2>How to get a sign-in link</h2>
      <ul class="steps">
        <li>Ask an admin of a workspace to invite you, in Settings, Members.</li>
        <li>
          If you were invited before, ask the operator of this installation for another link:{' '}
          <code>
            npm run admin <span class="nowrap">--</span> members link MEMBER
          </code>
        </li>
        <li>
          On your own machine, <code>npm start</code> prints a link.
        </li>
      </ul>
    </>
  );
}

function Card({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <main id="main" class="sign-in" tabIndex={-1}>
      <svg class="logo logo-large" viewBox="0 0 16 16" aria-hidden="true">
        <rect width="16" height="16" rx="3.5" />
        <path d="M4 8.5 7 11.5 12.5 5" />
      </svg>
      <PageHeading title={title} />
      {children}
    </main>
  );
}
