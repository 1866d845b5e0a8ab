import { html, Html } from './html.ts';
import { page } from './page.ts';

/** The provider's home page: who is signed in, and a sign-out link. */
export function homePage(issuer: string, signedInAs: string | undefined): string {
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
        <dd><code>${issuer}/.well-known/openid-configuration</code></dd>
        <dt>Signed in as</dt>
        <dd>${signedInAs ?? 'No one'}</dd>
      </dl>
      ${signedInAs !== undefined && html`<p><a class="button" href="/session/end">Sign out…</a></p>`}
    </div>`,
  );
}

/**
 * Confirms a sign-out.
 * @param form the library's markup: a form with the ID `op.logoutForm` and its token
 */
export function signOutPage(form: string): string {
  return page(
    'Sign out',
    html`<div class="narrow">
      <h1>Sign out of the demo provider?</h1>
      <p>This doesn't end your Palisade session.</p>
      ${new Html(form)}
      <div class="buttons">
        <button class="primary" type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
        <button type="submit" form="op.logoutForm">Stay signed in</button>
      </div>
    </div>`,
  );
}

/** Shown after signing out. */
export function signedOutPage(): string {
  return page(
    'Signed out',
    html`<div class="narrow">
      <h1>Signed out</h1>
      <p>You're signed out of the demo provider. You can close this page.</p>
    </div>`,
  );
}

/** Shown for a protocol error. */
export function errorPage(error: string, description = ''): string {
  return page(
    'Error',
    html`<div class="narrow">
      <h1>The request failed</h1>
      <p>${description === '' ? 'No reason was given.' : `${description}.`}</p>
      <p class="note">Error code <code>${error}</code>. Go back to Palisade and start the sign-in again.</p>
    </div>`,
  );
}
