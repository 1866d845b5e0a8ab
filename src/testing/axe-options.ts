import type { RunOptions } from 'axe-core';

/** The color schemes in which pages are checked. */
export const colorSchemes = ['light', 'dark'] as const;

/** What axe checks in a color scheme. */
export const axeOptions = (colorScheme: (typeof colorSchemes)[number]): RunOptions => ({
  resultTypes: ['violations'],
  selectors: false,
  // Of all rules, only the contrast depends on the colors.
  ...(colorScheme === 'dark' ? { runOnly: ['color-contrast'] } : {}),
});
