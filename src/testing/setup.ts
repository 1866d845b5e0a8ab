import './react-timeline.ts';
import * as react from 'react';
import { afterEach } from 'vitest';
import { resetConsole } from './reset-console.ts';

// React's development build finds misuse. It records where it creates an element, up to so many of them a second, which
// takes a tenth of the CPU time of page tests.
const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
Object.defineProperty(Reflect.get(react, internals), 'recentlyCreatedOwnerStacks', {
  get: () => Infinity,
  set() {},
});

afterEach(resetConsole);
