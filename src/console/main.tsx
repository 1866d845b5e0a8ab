import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot, type RootOptions } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { ApiError } from '../client/errors.ts';
import { loadFailureOf, recordLoadFailures } from './lib/load-failures.ts';
import { authenticationQuery } from './data/session/queries.ts';
import { ignoreOtherDrops } from './ui/choose-file.tsx';
import { reserveCompositionKeys } from './lib/keys.ts';
import { noteReturn } from './lib/return-to.ts';
import { keepTranslatedText } from './translated-text.ts';
import { createConsoleRouter } from './router.tsx';
import { installTrustedTypes } from './trusted-types.ts';
import { queryClient } from './query-client.ts';

/** How long `index.html` may stay while the first page loads; then the router's placeholder replaces its part of it. */
const maxShellMilliseconds = 300;

/** Logs errors that a page shows in place of its content, except those whose cause the page explains. */
const onCaughtError: RootOptions['onCaughtError'] = (error, { componentStack }) => {
  const isExplained =
    error instanceof ApiError || (error instanceof Error && loadFailureOf(error) !== undefined);
  if (!isExplained) console.error(error, componentStack);
};

async function start(): Promise<void> {
  installTrustedTypes();
  keepTranslatedText();
  reserveCompositionKeys();
  ignoreOtherDrops();
  recordLoadFailures();
  noteReturn();
  const router = createConsoleRouter();
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const loaded = router.load();
  const late = new Promise((resolve) => {
    setTimeout(resolve, maxShellMilliseconds);
  });
  // Until the user is known, the router would show its placeholder without the shell.
  const { queryKey } = authenticationQuery;
  const user = async () => {
    await late;
    if (queryClient.isFetching({ queryKey }) > 0) await queryClient.fetchQuery(authenticationQuery);
  };
  await Promise.race([loaded, user().catch(() => undefined)]);
  // In one task: nothing can be typed between reading the early fields and replacing them (`sign-in-page.tsx`).
  flushSync(() =>
    createRoot(root, { onCaughtError }).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
  document.getElementById('early')?.remove();
}

void start();
