import { html, Html } from './html.ts';
import { page } from './page.ts';

/** Confirms a sign-out. @param form the library's markup: a form with the ID `op.logoutForm` and its token */
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

export function signedOutPage(): string {
  return page(
    'Signed out',
    html`<div class="narrow">
      <h1>Signed out</h1>
      <p>You're signed out of the demo provider. You can close this page.</p>
    </div>`,
  );
}

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

/** Shown instead of returning to the relying party. */
export function strandedPage(
  misbehaviour: 'never-returns' | 'wrong-redirect-uri',
  redirectUri: string,
): string {
  if (misbehaviour === 'wrong-redirect-uri')
    return errorPage('invalid_redirect_uri', `${redirectUri} isn't registered for this client`);
  return page(
    'Signed in',
    html`<div class="narrow">
      <h1>Signed in</h1>
      <p>As requested, this provider doesn't send you back. Close this page.</p>
    </div>`,
  );
}
