/** The color schemes to choose from. */
export const colorSchemes = [
  { value: 'light', label: 'Light theme' },
  { value: 'dark', label: 'Dark theme' },
  { value: 'auto', label: 'System theme' },
] as const;
