import { expect, it } from 'vitest';
import { loginSkeleton } from './login-skeleton.ts';

it.each([
  ['another case', 'Admin'],
  ['a zero-width space', 'ad\u200bmin'],
  ['a soft hyphen', 'ad\u00admin'],
  ['a bidirectional override', '\u202eadmin\u202c'],
  ['an isolate', '\u2066admin\u2069'],
  ['a variation selector', 'admin\ufe0f'],
  ['Cyrillic letters', '\u0430dm\u0456n'],
  ['an upper-case Cyrillic letter', '\u0410dmin'],
  ['a Greek letter', '\u03b1dmin'],
  ['full-width letters', '\uff41\uff44\uff4d\uff49\uff4e'],
  ['mathematical letters', '\u{1d41a}\u{1d41d}\u{1d426}\u{1d422}\u{1d427}'],
  ['two letters like one', 'adrnin'],
])('of a login with %s is that of admin', (_what, login) => {
  expect(loginSkeleton(login)).toBe(loginSkeleton('admin'));
});

it('folds case fully and normalizes accents', () => {
  expect(loginSkeleton('stra\u00dfe')).toBe(loginSkeleton('STRASSE'));
  expect(loginSkeleton('STRA\u1e9eE')).toBe(loginSkeleton('stra\u00dfe'));
  expect(loginSkeleton('zo\u00eb')).toBe(loginSkeleton('ZOE\u0308'));
});

it.each(['admins', 'adm', '\u00e4dmin', 'a.dmin', 'user1', 'admin@example.com'])(
  'of %s is not that of admin',
  (login) => {
    expect(loginSkeleton(login)).not.toBe(loginSkeleton('admin'));
  },
);
