import { decodeJwt } from 'jose';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { respond, send, tokenResponse, type SigningKey } from './behaviour.ts';
import { libraryClaims } from './library.ts';
import type { ClaimSet } from './personas.ts';
import type { SignIns } from './sign-ins.ts';

/** Alters the token and UserInfo responses as chosen at the sign-in. */
export function alterResponses(provider: Provider, key: SigningKey, signIns: SignIns): void {
  provider.use(async (context, next) => {
    await next();
    // The library sets `oidc` in the context of its own routes only.
    const { route, entities } = (context as Partial<KoaContextWithOIDC>).oidc ?? {};
    if (context.status !== 200 || (route !== 'token' && route !== 'userinfo')) return;
    const token = route === 'token' ? entities?.AuthorizationCode : entities?.AccessToken;
    const signIn = signIns.find(token?.grantId);
    if (!signIn) return;
    const { behaviour, user } = signIn;
    const body = context.body as ClaimSet;
    context.respond = false;
    if (route === 'token') {
      const good = { ...decodeJwt(String(body['id_token'])), ...customClaims(user.idToken) };
      await send(context.res, await tokenResponse({ behaviour, key }, body, good));
    } else {
      await send(context.res, respond(behaviour.userInfo, { ...body, ...customClaims(user.userInfo) }));
    }
  });
}

function customClaims(claims: ClaimSet): ClaimSet {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !libraryClaims.has(name)));
}
