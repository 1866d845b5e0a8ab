import { describe, expect, it } from 'vitest';
import {
  isSameBeforeAdditions,
  reservedIn,
  withAdditions,
  withoutReserved,
} from './authorization-endpoint.ts';

const own = 'response_type client_id redirect_uri state nonce code_challenge code_challenge_method'.split(
  ' ',
);
const endpoint = 'https://id.example/authorize';

describe('the parameters of an authorization endpoint', () => {
  it.each([
    ['', endpoint, true],
    ['?prompt=select_account&domain_hint=acme.example', endpoint, true],
    ['?p=B2C_1&acr_values=urn:acme:mfa', `${endpoint}?p=B2C_1`, true],
    ['?acr_values=urn%3Aacme%3Amfa&%70=B2C_1', `${endpoint}?p=B2C_1`, true],
    ['?b=2&prompt=login&a=1', `${endpoint}?a=1&b=2`, true],
    ['?p=B2C_2&prompt=login', `${endpoint}?p=B2C_1`, false],
    ['?p=B2C_1&p=B2C_2', `${endpoint}?p=B2C_1`, false],
    ['', `${endpoint}?p=B2C_1`, false],
    ['/?prompt=login', endpoint, false],
    ['?prompt=login', 'https://id.example/v2/authorize', false],
  ])('%j added to the same endpoint as %s: %s', (query, published, isSame) => {
    expect(isSameBeforeAdditions(endpoint + query, published)).toBe(isSame);
  });

  it.each([
    [endpoint, '', endpoint],
    [endpoint, endpoint, endpoint],
    [`${endpoint}?p=1`, `${endpoint}?p=1`, `${endpoint}?p=1`],
    [`${endpoint}/v2`, `${endpoint}?acr_values=urn:a:b`, `${endpoint}/v2?acr_values=urn:a:b`],
    [`${endpoint}?p=2`, `${endpoint}?p=1&prompt=login`, `${endpoint}?p=2&prompt=login`],
    [`${endpoint}/v2`, `${endpoint}?state=x&prompt=none&hd=a`, `${endpoint}/v2?hd=a`],
    ['', `${endpoint}?prompt=login`, ''],
  ])('are kept when %s replaces %s', (published, configured, filled) => {
    expect(withAdditions(published, configured)).toBe(filled);
  });

  it.each([
    ['', '', ''],
    ['?prompt=select_account%20login&ui_locales=de', '', '?prompt=select_account%20login&ui_locales=de'],
    ['?response_mode=form_post&p=a+b&%73cope=x', 'response_mode, scope', '?p=a+b'],
    ['?prompt=login+none&prompt=none', 'prompt=none', ''],
    [`?${own.join('=a&')}=a`, own.join(', '), ''],
    ['?request=a&request_uri=a&state', 'request, request_uri, state', ''],
  ])("%j has what sign-in doesn't allow: %j", (query, reserved, kept) => {
    expect(reservedIn(endpoint + query)).toBe(reserved);
    expect(withoutReserved(endpoint + query)).toBe(endpoint + kept);
  });
});
