import { Text } from '@mantine/core';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError, isRefused, meansUnreachable, isWorthRetrying } from '../../../client/errors.ts';
import { failedRequest, withoutRequestId } from '../../api/errors.ts';
import { hasNewVersion } from '../../api/new-version.ts';
import { gatewayQuery } from '../../data/session/queries.ts';
import { useForget } from '../../data/places/places.ts';
import { useStore } from '../../lib/store.ts';
import { loadFailureOf } from '../../lib/load-failures.ts';
import { useOffline } from '../../lib/browser-state.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { Refusal } from '../../data/access/refusal.tsx';
import { BackLink, ButtonLink } from '../../ui/links/links.tsx';
import { Page } from '../../ui/page.tsx';
import { queryClient } from '../../query-client.ts';

/** Shown for an address that no route matches. */
export function NotFoundPage() {
  return (
    <Page title="Page not found" type="text" help="console">
      <Text>Check the address or go to the overview.</Text>
      <ButtonLink to="/" variant="filled" size="sm" w="fit-content">
        Go to Overview
      </ButtonLink>
    </Page>
  );
}

interface RecordNotFoundProps {
  list: keyof typeof listNames;
  /** "User". */
  noun: string;
  id: number | string | undefined;
  /** Of its page, if that isn't below the list's. */
  address?: string;
}

/** Shown for a user, role or provider that doesn't exist or isn't visible. */
export function RecordNotFound({ list, noun, id, address = `${list}/${id}` }: RecordNotFoundProps) {
  useForget(address);
  return (
    <Page title={`${noun} ${id} not found`} type="text" help="decisions#status-codes">
      <Text>It was deleted, or you don't have permission to view it.</Text>
      <BackLink to={list}>All {listNames[list]}</BackLink>
    </Page>
  );
}

/** The chapter of the guide about an error. */
function helpFor(error: unknown): string {
  if (!(error instanceof ApiError)) return 'administrator#upgrade';
  if (error.kind === 'not-offered') return 'decisions#emulated-versions';
  return error.kind === 'problem' && error.status < 500
    ? 'decisions#status-codes'
    : 'administrator#when-the-service-returns-503';
}

const listNames = { '/access/users': 'users', '/access/roles': 'roles', '/oidc': 'providers' } as const;

/** Every route's error component: says what went wrong, and offers a retry where it may help. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const loadFailure = loadFailureOf(error);
  const offline = useOffline();
  useEffect(() => {
    if (loadFailure === 'offline' && !offline) location.reload();
  }, [loadFailure, offline]);
  // Whether the gateway has another version, which explains why code couldn't be loaded.
  useStore(hasNewVersion);
  useEffect(() => {
    if (loadFailure === 'online') void queryClient.fetchQuery({ ...gatewayQuery, staleTime: 0 });
  }, [loadFailure]);
  const { title, detail, canRetry, refused, reload } = explainError(error);
  const queryErrors = useQueryErrorResetBoundary();
  const retry = () => {
    if (loadFailure || reload) {
      location.reload();
      return;
    }
    // Otherwise queries that failed would throw their old error again.
    queryErrors.reset();
    reset();
    void router.invalidate();
  };
  if (refused) return <Refusal title={title} detail={detail} />;
  return (
    <Page title={title} type="text" help={helpFor(error)}>
      <ErrorView
        detail={detail}
        requestId={failedRequest(error)}
        {...(canRetry && {
          onRetry: retry,
          retryLabel: reload ? 'Reload to sign in' : loadFailure ? 'Reload' : 'Try again',
        })}
      />
    </Page>
  );
}

/** What a page says in place of its content when loading it failed. */
interface ExplainedError {
  title: string;
  detail: readonly string[];
  /** Whether loading the page again may work. */
  canRetry: boolean;
  /** Whether permission is missing. */
  refused?: boolean;
  /** Whether only a reload helps: it leads to the sign-in of a proxy. */
  reload?: boolean;
}

const checkConnection = 'Check your connection, then try again.';

/** Explains why a page failed to load. */
export function explainError(error: unknown): ExplainedError {
  const detail = withoutRequestId(error);
  if (loadFailureOf(error)) return explainLoadFailure();
  if (!(error instanceof ApiError)) return { title: "Couldn't load this page", detail, canRetry: true };
  const { kind } = error;
  if (kind === 'sign-in-proxy') return { title: 'Sign in to continue', detail, canRetry: true, reload: true };
  if (kind === 'not-offered') return { title: 'Not available', detail, canRetry: false };
  if (kind === 'network') return { title: error.message, detail: [checkConnection], canRetry: true };
  return { title: titleOf(error), detail, canRetry: isWorthRetrying(error), refused: isRefused(error) };
}

/** The console's own code or styles couldn't be loaded. */
function explainLoadFailure(): ExplainedError {
  // Reloading while offline would replace the console with the browser's error page.
  if (hasNewVersion.get())
    return {
      title: 'A new version is here',
      detail: ['Reload to open this page.'],
      canRetry: true,
    };
  return navigator.onLine
    ? { title: "Couldn't load this page", detail: [checkConnection], canRetry: true }
    : { title: "You're offline", detail: ["This page loads when you're back online."], canRetry: false };
}

function titleOf({ kind, status, retryAt }: ApiError): string {
  if (retryAt !== undefined && (status === 429 || status === 503)) return 'The service is busy';
  if (meansUnreachable(status)) return "Couldn't reach the service";
  if (kind === 'problem') {
    if (status === 403) return "You don't have permission to view this page";
    if (status === 404) return 'Not found';
  }
  return "Couldn't load this page";
}
