import type { IncomingMessage } from 'node:http';
import type Provider from 'oidc-provider';
import type { DemoClient } from './clients.ts';
import { scopes } from './library.ts';
import { misbehaviours } from './misbehaviours.ts';
import { homePage } from './pages/home-page.ts';
import { errorPage, strandedPage } from './pages/other-pages.ts';
import { pageHeaders, show, type Context } from './pages/page.ts';
import { createPersonaClaims, personas } from './personas.ts';
import { parseSignInForm, type SignInChoice } from './sign-in-form.ts';
import { signInPage } from './pages/sign-in-page.ts';
import type { SignIns } from './sign-ins.ts';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** Adds the provider's own pages before the library's routes. */
export function addPages(provider: Provider, clients: readonly DemoClient[], signIns: SignIns): void {
  const claims = createPersonaClaims();

  provider.use(async (context, next) => {
    context.set(pageHeaders(clients.flatMap(({ redirectUris }) => redirectUris)));
    if (context.path === '/auth') await endSession(provider, context);
    if (context.path === '/' && context.method === 'GET')
      return showHome(provider, context, clients, signIns);
    const path = /^\/sign-in\/(?<uid>[\w-]+)(?<restore>\/restore)?$/.exec(context.path)?.groups;
    if (!path) return next();
    const { uid, restore } = path;
    const interaction = await findInteraction(provider, context, uid);
    if (!interaction) {
      context.status = 400;
      const reason = 'This sign-in has expired or was started in another browser';
      return show(context, errorPage('interaction_not_found', reason));
    }
    if (context.method === 'GET' && restore === undefined)
      return showSignIn(context, interaction, context.query['persona']);
    if (context.method !== 'POST') {
      context.status = 405;
      return;
    }
    const fields = await readForm(context.req);
    if (restore === undefined) return signIn(context, interaction, fields);
    const persona = personas.find(({ id }) => id === fields.get('persona'));
    if (persona) claims.restore(persona);
    context.status = 303;
    context.redirect(`/sign-in/${interaction.uid}?persona=${persona?.id ?? ''}`);
  });

  function showSignIn(
    context: Context,
    interaction: Interaction,
    personaId: unknown,
    sent?: Parameters<typeof signInPage>[0]['sent'],
  ) {
    const chosen = typeof personaId === 'string' ? personaId : undefined;
    show(
      context,
      signInPage({
        action: `/sign-in/${interaction.uid}`,
        returnsTo: new URL(String(interaction.params['redirect_uri'])).origin,
        claims,
        personaId: chosen,
        ...(sent && { sent }),
      }),
    );
  }

  async function signIn(context: Context, interaction: Interaction, fields: URLSearchParams) {
    const parsed = parseSignInForm(fields);
    if ('problems' in parsed) {
      context.status = 422;
      return showSignIn(context, interaction, fields.get('persona'), { fields, problems: parsed.problems });
    }
    const { misbehaviour } = parsed.choice;
    claims.set(parsed.choice.persona, parsed.choice.claims);
    if (misbehaviour === 'never-returns' || misbehaviour === 'wrong-redirect-uri')
      return show(context, strandedPage(misbehaviour, String(interaction.params['redirect_uri'])));
    const result = await grant(provider, String(interaction.params['client_id']), parsed.choice, signIns);
    const returnTo = await provider.interactionResult(context.req, context.res, result, {
      mergeWithLastSubmission: false,
    });
    context.status = 303;
    context.redirect(returnTo);
  }
}

/** @returns what to redirect back with */
async function grant(provider: Provider, clientId: string, choice: SignInChoice, signIns: SignIns) {
  const { persona, claims, misbehaviour, slowSeconds } = choice;
  const { idToken, userInfoOnly } = claims;
  const sub = String(idToken['sub']);
  const actor = { user: { idToken, userInfo: { ...idToken, ...userInfoOnly } }, slowSeconds };
  const behaviour = await misbehaviours[misbehaviour].misbehave(actor);
  if (behaviour.callback) return behaviour.callback({});
  const granted = new provider.Grant({ accountId: sub, clientId });
  granted.addOIDCScope(scopes.join(' '));
  const grantId = await granted.save();
  signIns.add(grantId, { personaName: persona.name, user: actor.user, behaviour });
  return { login: { accountId: sub }, consent: { grantId } };
}

/** Ends the session at every authorization request, so that it always asks for a persona. */
async function endSession(provider: Provider, context: Context): Promise<void> {
  const session = await provider.Session.get(context);
  if (session.accountId !== undefined) await session.destroy();
}

async function findInteraction(provider: Provider, context: Context, uid: string | undefined) {
  const interaction = await provider.interactionDetails(context.req, context.res).catch(() => undefined);
  // The cookie is bound to its path, but a client may send any cookie.
  return interaction?.uid === uid ? interaction : undefined;
}

async function showHome(
  provider: Provider,
  context: Context,
  clients: readonly DemoClient[],
  signIns: SignIns,
): Promise<void> {
  const session = await provider.Session.get(context);
  const grants = clients.flatMap(({ id }) => session.grantIdFor(id) ?? []);
  const name = grants.map((id) => signIns.find(id)?.personaName).find((found) => found !== undefined);
  const signedInAs = session.accountId === undefined ? undefined : (name ?? session.accountId);
  show(context, homePage({ issuer: provider.issuer, signedInAs, clients }));
}

/** Enough for every persona's claims at their maximum length. */
const maxBytes = 512 * 1024;

/** Reads an HTML form's body; a body that's too long counts as empty. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return new URLSearchParams();
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
