import { decodeJwt, type JWK } from 'jose';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { ProviderFault } from '../../contract/lab.ts';
import { respond, send, tokenResponse, type SigningKey } from './behaviour.ts';
import { libraryClaims } from './library.ts';
import type { ClaimSet } from './personas.ts';
import { outages } from './misbehaviours.ts';
import type { SignIns } from './sign-ins.ts';

/** Alters the responses as chosen at the sign-in, and by what's wrong for everyone. */
export function alterResponses(
  provider: Provider,
  own: SigningKey,
  signIns: SignIns,
  fault: () => ProviderFault | undefined,
): void {
  provider.use(async (context, next) => {
    const now = fault();
    const refusal = context.path === '/token' && now && outages[now].behaviour.refusal?.({});
    if (refusal) {
      context.respond = false;
      return send(context.res, refusal);
    }
    const rolled = `${own.publicJwk.kid}-rolled`;
    const key = now === 'key-rolled' ? { ...own, publicJwk: { ...own.publicJwk, kid: rolled } } : own;
    await next();
    if (context.path === '/jwks' && key !== own) {
      const { keys } = context.body as { keys: JWK[] };
      context.body = {
        keys: keys.map((each) => (each.kid === own.publicJwk.kid ? { ...each, kid: rolled } : each)),
      };
    }
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
