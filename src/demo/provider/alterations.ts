import { setTimeout as wait } from 'node:timers/promises';
import { decodeJwt, decodeProtectedHeader, importJWK, SignJWT } from 'jose';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { ProviderKeys } from './key-files.ts';
import { libraryClaims } from './library.ts';
import { alterPayload, spoilSignature } from './misbehaviours.ts';
import type { ClaimSet } from './personas.ts';
import type { SignIn, SignIns } from './sign-ins.ts';

/** Alters the library's finished answers of the token and UserInfo endpoints as the sign-in behind them asks. */
export function alterAnswers(provider: Provider, keys: ProviderKeys, signIns: SignIns): void {
  provider.use(async (context, next) => {
    await next();
    // The library puts `oidc` on the context of its own routes, and of no others.
    const { oidc } = context as Partial<KoaContextWithOIDC>;
    if (context.status !== 200) return;
    if (oidc?.route === 'token') {
      const signIn = signIns.find(oidc.entities.AuthorizationCode?.grantId);
      const answer = context.body as Record<string, unknown>;
      if (!signIn || typeof answer['id_token'] !== 'string') return;
      context.body = { ...answer, id_token: await alterIdToken(answer['id_token'], signIn, keys) };
      if (signIn.misbehaviour === 'slow') await untilClosed(context.res, signIn.slowSeconds);
    } else if (oidc?.route === 'userinfo') {
      const signIn = signIns.find(oidc.entities.AccessToken?.grantId);
      if (!signIn) return;
      if (signIn.misbehaviour === 'userinfo-fails') {
        context.status = 500;
        context.body = { error: 'server_error', error_description: 'UserInfo fails as was asked for' };
        return;
      }
      const answer = { ...(context.body as ClaimSet), ...customClaims(signIn.userInfo) };
      if (signIn.misbehaviour === 'userinfo-other-sub') answer['sub'] = 'demo-somebody-else';
      context.body = answer;
    }
  });
}

async function alterIdToken(idToken: string, signIn: SignIn, keys: ProviderKeys): Promise<string> {
  const payload = { ...decodeJwt(idToken), ...customClaims(signIn.idToken) };
  const altered = alterPayload(signIn.misbehaviour, payload);
  const resigned = await new SignJWT(altered)
    .setProtectedHeader({ ...decodeProtectedHeader(idToken), alg: 'RS256' })
    .sign(await importJWK(keys.signingKey, 'RS256'));
  return signIn.misbehaviour === 'bad-signature' ? spoilSignature(resigned) : resigned;
}

function customClaims(claims: ClaimSet): ClaimSet {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !libraryClaims.has(name)));
}

/** Waits, but no longer than the one who asked. */
async function untilClosed(response: NodeJS.EventEmitter, seconds: number): Promise<void> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  response.once('close', leave);
  await wait(seconds * 1000, undefined, { signal: gone.signal, ref: false }).catch(() => undefined);
  response.off('close', leave);
}
