import type { DemoClient } from '../clients.ts';
import { html, type Html } from './html.ts';
import { copyable, copyScript, page } from './page.ts';

interface HomePage {
  issuer: string;
  signedInAs: string | undefined;
  clients: readonly DemoClient[];
  /** Suggested for a new client. */
  redirectUri: string;
  /** The submitted registration, if it was invalid. */
  sent?: { fields: URLSearchParams; problem: string };
}

/** The provider's home page: its discovery document, its clients with their secrets, and who is signed in. */
export function homePage({ issuer, signedInAs, clients, redirectUri, sent }: HomePage): string {
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
      <p class="note">Enter a client's ID and one of its secrets in Palisade.</p>
      ${clients.map(clientCard)} ${registration(redirectUri, sent)} ${copyScript}
    </div>`,
  );
}

function clientCard({ id, name, secrets, redirectUris }: DemoClient): Html {
  return html`<section class="card" aria-label="${name}">
    <h3>${name}</h3>
    <dl>
      <dt>Client ID</dt>
      <dd>${copyable('client ID', id)}</dd>
      ${secrets.map(
        (secret, index) =>
          html`<dt>${index === 0 ? 'Client secret' : 'Second secret'}</dt>
            <dd>
              ${copyable('client secret', secret)}
              ${
                secrets.length > 1 &&
                html`<form method="post" action="/clients/${id}/secrets/${index}/remove">
                  <button class="quiet" type="submit">Remove this secret</button>
                </form>`
              }
            </dd>`,
      )}
      <dt>Redirect URI</dt>
      <dd>${redirectUris.map((uri) => copyable('redirect URI', uri))}</dd>
    </dl>
    ${
      secrets.length === 1 &&
      html`<form method="post" action="/clients/${id}/secrets">
        <button type="submit">Add a second secret</button>
        <span class="hint">Both work until you remove one.</span>
      </form>`
    }
  </section>`;
}

function registration(redirectUri: string, sent: HomePage['sent']): Html {
  const value = (name: string, otherwise: string) => sent?.fields.get(name) ?? otherwise;
  return html`<h2 id="register">Register a client</h2>
    ${sent && html`<p class="problem" role="alert">${sent.problem}</p>`}
    <form class="registration" method="post" action="/clients">
      <label for="name">Name</label>
      <input id="name" name="name" type="text" maxlength="100" required value="${value('name', '')}" />
      <label for="redirect_uri">Redirect URI, as Palisade's provider editor shows it</label>
      <input
        id="redirect_uri"
        name="redirect_uri"
        type="text"
        required
        value="${value('redirect_uri', redirectUri)}"
      />
      <div class="buttons"><button class="primary" type="submit">Register client</button></div>
    </form>`;
}
