import { lazyComponent } from '../lib/lazy-component.ts';

/** Shown if loading fails before anyone is known to be signed in. */
export const ConsoleError = lazyComponent(() => import('./-console-error-page.tsx'), 'ConsoleError');
