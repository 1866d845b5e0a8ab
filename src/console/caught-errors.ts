import type { RootOptions } from 'react-dom/client';
import { ApiError } from './api/errors.ts';
import { loadFailureOf } from './lib/load-failures.ts';

/** Logs errors that a page shows in place of its content, except those whose cause the page explains. */
export const onCaughtError: RootOptions['onCaughtError'] = (error, { componentStack }) => {
  const isExplained =
    error instanceof ApiError || (error instanceof Error && loadFailureOf(error) !== undefined);
  if (!isExplained) console.error(error, componentStack);
};
