import type Provider from 'oidc-provider';
import { demoClientId, type Clients } from './clients.ts';
import { homePage } from './pages/home-page.ts';
import { show, type Context } from './pages/page.ts';
import type { SignIns } from './sign-ins.ts';
import type { IncomingMessage } from 'node:http';

/** Shows the home page. @param sent the submitted registration, if it was invalid */
export async function showHome(
  provider: Provider,
  context: Context,
  clients: Clients,
  signIns: SignIns,
  sent?: { fields: URLSearchParams; problem: string },
): Promise<void> {
  const session = await provider.Session.get(context);
  const grants = clients.list().flatMap(({ id }) => session.grantIdFor(id) ?? []);
  const name = grants.map((grant) => signIns.find(grant)?.personaName).find((found) => found !== undefined);
  const [redirectUri = ''] = clients.find(demoClientId)?.redirectUris ?? [];
  show(
    context,
    homePage({
      issuer: provider.issuer,
      signedInAs: session.accountId === undefined ? undefined : (name ?? session.accountId),
      clients: clients.list(),
      redirectUri,
      ...(sent && { sent }),
    }),
  );
}

/** Registers a client, or adds or removes a secret. @returns whether the request was one of these */
export async function changeClients(
  provider: Provider,
  context: Context,
  clients: Clients,
  signIns: SignIns,
): Promise<boolean> {
  const route = /^\/clients(?:\/(?<id>[\w-]+)\/secrets(?:\/(?<index>\d)\/remove)?)?$/.exec(
    context.path,
  )?.groups;
  if (!route || context.method !== 'POST') return false;
  // Only browsers send it; another site's page could otherwise submit the form.
  if (!['same-origin', ''].includes(context.get('sec-fetch-site'))) {
    context.status = 403;
    return true;
  }
  const { id, index } = route;
  if (id === undefined) {
    const fields = await readForm(context.req);
    const problem = clients.register(fields.get('name') ?? '', fields.get('redirect_uri') ?? '');
    if (problem !== undefined) {
      context.status = 422;
      await showHome(provider, context, clients, signIns, { fields, problem });
      return true;
    }
  } else if (index === undefined) clients.addSecret(id);
  else clients.removeSecret(id, Number(index));
  context.status = 303;
  context.redirect('/');
  return true;
}

/** Enough for every persona's claims at their maximum length. */
const maxBytes = 512 * 1024;

/** Reads an HTML form's body; a body that's too long counts as empty. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return new URLSearchParams();
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
