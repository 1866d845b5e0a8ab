import { Button } from '@mantine/core';
import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { ApiError } from '../../api/errors.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Page } from '../../ui/page.tsx';
import classes from './page-problems.module.css';

/** In the place of a page that does not exist. */
export function NotFoundPage() {
  return (
    <Page title="There is no such page">
      <p>The address does not lead anywhere. Check it, or go to the groups.</p>
      <div>
        <Button renderRoot={(props) => <Link to="/groups" {...props} />}>Go to groups</Button>
      </div>
    </Page>
  );
}

/** In the place of a page that failed; trying again loads it anew. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const { detail, requestId } = problemOf(error);
  return (
    <Page title="This page could not be shown">
      <ErrorView
        title="What went wrong"
        detail={detail}
        requestId={requestId}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </Page>
  );
}

/** A failure before there is a page around it: without navigation, because nobody is known to be signed in. */
export function FailedConsole(props: ErrorComponentProps) {
  return (
    <main id="main" className={classes.alone}>
      <Logo size={24} />
      <FailedPage {...props} />
    </main>
  );
}

function problemOf(error: unknown): { detail: readonly string[]; requestId?: string | undefined } {
  if (error instanceof ApiError) return error;
  return { detail: [error instanceof Error ? error.message : String(error)] };
}
