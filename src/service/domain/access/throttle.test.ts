import { expect, it } from 'vitest';
import { addressKey } from './throttle.ts';

it.each([
  ['192.0.2.7', 'address:192.0.2.7'],
  ['::ffff:192.0.2.7', 'address:192.0.2.7'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', 'address:2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', 'address:2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', 'address:2001:db8:1:3::/64'],
  ['not an address', 'address:not an address'],
])('counts %s as %s', (address, key) => {
  expect(addressKey('address', address)).toBe(key);
});
