import type { DemoClient } from '../clients.ts';
import { html, type Html } from './html.ts';
import { copyable, copyScript, page } from './page.ts';

interface HomePage {
  issuer: string;
  signedInAs: string | undefined;
  clients: readonly DemoClient[];
}

/** The provider's home page: its discovery document, its clients with their secrets, and who is signed in. */
export function homePage({ issuer, signedInAs, clients }: HomePage): string {
  return page(
    'Demo sign-in',
    html`<div class="narrow">
      <h1>Demo sign-in</h1>
      <p>
        A small OpenID provider for testing sign-in on this machine. It asks for a persona at every sign-in
        and has no passwords.
      </p>
      <dl>
        <dt>Discovery document</dt>
        <dd>${copyable('discovery URL', `${issuer}/.well-known/openid-configuration`)}</dd>
        <dt>Signed in as</dt>
        <dd>${signedInAs ?? 'No one'}</dd>
      </dl>
      ${signedInAs !== undefined && html`<p><a class="button" href="/session/end">Sign out…</a></p>`}
      <h2>Clients</h2>
      <p class="note">Enter a client's ID and secret in Palisade.</p>
      ${clients.map(clientCard)} ${copyScript}
    </div>`,
  );
}

function clientCard({ id, name, secret, redirectUris }: DemoClient): Html {
  return html`<section class="card" aria-label="${name}">
    <h3>${name}</h3>
    <dl>
      <dt>Client ID</dt>
      <dd>${copyable('client ID', id)}</dd>
      <dt>Client secret</dt>
      <dd>${copyable('client secret', secret)}</dd>
      <dt>Redirect URI</dt>
      <dd>${redirectUris.map((uri) => copyable('redirect URI', uri))}</dd>
    </dl>
  </section>`;
}
