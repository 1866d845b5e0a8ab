import type { Page } from '@playwright/test';

/** The input of the command palette. */
export const palette = (page: Page) => page.getByRole('combobox', { name: 'Search or run a command' });
