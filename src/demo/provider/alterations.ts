import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { CompactEncrypt, decodeJwt, importJWK, SignJWT } from 'jose';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { ProviderKeys } from './key-files.ts';
import { libraryClaims } from './library.ts';
import { alterPayload, corruptSignature } from './misbehaviours.ts';
import type { ClaimSet } from './personas.ts';
import type { SignIn, SignIns } from './sign-ins.ts';

/** Alters the token and UserInfo responses as chosen at the sign-in. */
export function alterResponses(provider: Provider, keys: ProviderKeys, signIns: SignIns): void {
  provider.use(async (context, next) => {
    await next();
    // The library sets `oidc` in the context of its own routes only.
    const { oidc } = context as Partial<KoaContextWithOIDC>;
    if (context.status !== 200) return;
    if (oidc?.route === 'token') {
      const signIn = signIns.find(oidc.entities.AuthorizationCode?.grantId);
      const body = context.body as Record<string, unknown>;
      if (!signIn || typeof body['id_token'] !== 'string') return;
      context.body = { ...body, id_token: await alterIdToken(body['id_token'], signIn, keys) };
      if (signIn.misbehaviour === 'slow') await untilClosed(context.res, signIn.slowSeconds);
    } else if (oidc?.route === 'userinfo') {
      const signIn = signIns.find(oidc.entities.AccessToken?.grantId);
      if (!signIn) return;
      if (signIn.misbehaviour === 'userinfo-fails') {
        context.status = 500;
        context.body = { error: 'server_error', error_description: 'UserInfo fails, as requested' };
        return;
      }
      if (signIn.misbehaviour === 'userinfo-unauthorized') {
        context.status = 401;
        context.set('www-authenticate', 'Bearer error="invalid_token"');
        context.body = {
          error: 'invalid_token',
          error_description: 'The access token is rejected, as requested',
        };
        return;
      }
      const body = { ...(context.body as ClaimSet), ...customClaims(signIn.userInfo) };
      if (signIn.misbehaviour === 'userinfo-other-sub') body['sub'] = 'demo-somebody-else';
      context.body = body;
    }
  });
}

async function alterIdToken(idToken: string, signIn: SignIn, keys: ProviderKeys): Promise<string> {
  const payload = { ...decodeJwt(idToken), ...customClaims(signIn.idToken) };
  const altered = alterPayload(signIn.misbehaviour, payload);
  const { kid } = keys.signingKey;
  const { misbehaviour } = signIn;
  const resigned = await new SignJWT(altered)
    .setProtectedHeader({ alg: 'RS256', ...(misbehaviour !== 'no-kid' && { kid }) })
    .sign(await importJWK(keys.signingKey, 'RS256'));
  if (misbehaviour === 'encrypted') return encrypt(resigned);
  return misbehaviour === 'bad-signature' ? corruptSignature(resigned) : resigned;
}

/** With a key that nobody has, as for a client that has registered one. */
function encrypt(jwt: string): Promise<string> {
  return new CompactEncrypt(Buffer.from(jwt))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', cty: 'JWT' })
    .encrypt(randomBytes(32));
}

function customClaims(claims: ClaimSet): ClaimSet {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !libraryClaims.has(name)));
}

/** Waits, or stops early if the client disconnects. */
function untilClosed(response: NodeJS.EventEmitter, seconds: number): Promise<unknown> {
  const signal = AbortSignal.timeout(seconds * 1000);
  return once(response, 'close', { signal }).catch(() => undefined);
}
