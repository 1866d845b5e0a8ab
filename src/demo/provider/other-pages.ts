import { html, Html } from './html.ts';
import { page } from './page.ts';

/** The provider's own page: who is signed in here, and the way out. */
export function homePage(issuer: string, signedInAs: string | undefined): string {
  return page(
    'Demo sign-in',
    html`<div class="narrow">
      <h1>Demo sign-in</h1>
      <p>
        A small OpenID provider for trying sign-in on one machine. It asks for a persona at every sign-in and
        has no passwords.
      </p>
      <dl>
        <dt>Metadata</dt>
        <dd><code>${issuer}/.well-known/openid-configuration</code></dd>
        <dt>Signed in</dt>
        <dd>${signedInAs ?? 'nobody'}</dd>
      </dl>
      ${signedInAs !== undefined && html`<p><a class="button" href="/session/end">Sign out…</a></p>`}
    </div>`,
  );
}

/**
 * Asks before signing out.
 * @param form markup of the library: a form with the id `op.logoutForm` and its token
 */
export function signOutPage(form: string): string {
  return page(
    'Sign out',
    html`<div class="narrow">
      <h1>Sign out of the demo provider?</h1>
      <p>The next sign-in asks for a persona either way. Palisade's own session is not touched.</p>
      ${new Html(form)}
      <div class="buttons">
        <button class="primary" type="submit" form="op.logoutForm" name="logout" value="yes">Sign out</button>
        <button type="submit" form="op.logoutForm">Stay signed in</button>
      </div>
    </div>`,
  );
}

/** After signing out. */
export function signedOutPage(): string {
  return page(
    'Signed out',
    html`<div class="narrow">
      <h1>Signed out</h1>
      <p>Nobody is signed in at the demo provider. This page can be closed.</p>
    </div>`,
  );
}

/** Something does not fit, in the words of the protocol. */
export function errorPage(error: string, description = ''): string {
  return page(
    'Not possible',
    html`<div class="narrow">
      <h1>The demo provider cannot do this</h1>
      <p>${description === '' ? 'No reason is known.' : `${description}.`}</p>
      <p class="note">Error code <code>${error}</code>. Go back to Palisade and start the sign-in again.</p>
    </div>`,
  );
}
