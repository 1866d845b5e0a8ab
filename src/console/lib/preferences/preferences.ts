import * as z from 'zod/mini';
import { userValue } from '../stored-value.ts';

/** The pages that the console can start with. */
export const startPages = [
  '/',
  '/groups',
  '/oidc',
  '/access',
  '/jobs',
  '/activity',
  '/configuration',
] as const;

const schema = z.object({
  /** An IANA time zone; empty for the browser's. */
  zone: z.catch(z.string().check(z.refine(isZone)), ''),
  /** Empty as in the browser's language. */
  hours: z.catch(z.enum(['', '12', '24']), ''),
  times: z.catch(z.enum(['relative', 'absolute']), 'relative'),
  density: z.catch(z.enum(['comfortable', 'compact']), 'comfortable'),
  start: z.catch(z.enum(startPages), '/'),
});

/** How a user wants the console to look, in this browser. */
export type Preferences = z.infer<typeof schema>;

const parse = (stored: unknown) => schema.parse(Object(stored));

const stored = userValue('palisade-preferences', parse);

/** The signed-in user's preferences; the defaults before anyone has signed in. */
export const preferences = {
  get: stored.get,
  subscribe: stored.subscribe,
  /** Applies a user's preferences from now on. @param user the user's path */
  open: (user: string) => stored.open(user),
  /** Changes some of them, in every tab. */
  change: (values: Partial<Preferences>) => stored.set({ ...stored.get(), ...values }),
};

/** The height of rows with the usual font size, in px. */
export const rowHeights = {
  comfortable: { table: 40, tree: 32 },
  compact: { table: 32, tree: 26 },
} as const;

function isZone(name: string): boolean {
  try {
    return name === '' || new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

/** The color schemes to choose from. */
export const colorSchemes = [
  { value: 'light', label: 'Light theme' },
  { value: 'dark', label: 'Dark theme' },
  { value: 'auto', label: 'System theme' },
] as const;
