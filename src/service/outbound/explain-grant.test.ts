import * as oidc from 'openid-client';
import { expect, it } from 'vitest';
import { explainGrant } from './explain-grant.ts';

it.each(['constructor', '__proto__', 'toString', 'invalid_scope'])(
  'explains that a provider rejected a request with %s',
  (code) => {
    const parameters = new URLSearchParams({ error: code });
    const error = new oidc.AuthorizationResponseError('refused', { cause: parameters });
    const { repair, message } = explainGrant(error, {} as never, []);
    expect(message).toContain(`(${code})`);
    expect(repair).toMatch(code === 'invalid_scope' ? /^Remove the scope values/ : /^Look for this request/);
  },
);
