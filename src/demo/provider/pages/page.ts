import { hash } from 'node:crypto';
import type Provider from 'oidc-provider';
import { html, Html } from './html.ts';
import { style } from './style.ts';

export type Context = Parameters<Parameters<Provider['use']>[0]>[0];

const hashOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;

const script = `document.addEventListener('click', async ({ target }) => {
  const button = target.closest('button[data-copy]');
  if (!button) return;
  await navigator.clipboard.writeText(button.previousElementSibling.textContent);
  button.removeAttribute('aria-label');
  button.textContent = 'Copied';
});`;

/** Makes the buttons of `copyable` work. */
export const copyScript = new Html(`<script>${script}</script>`);

/** A value with a button that copies it. @param label "client ID" */
export function copyable(label: string, value: string): Html {
  return html`<code>${value}</code>
    <button class="quiet" type="button" data-copy aria-label="Copy ${label}">Copy</button>`;
}

/**
 * Headers of every page. Chromium also applies `form-action` to redirects after a form submission, so the relying
 * party's origins are allowed.
 */
export function pageHeaders(redirectUris: readonly string[]): Record<string, string> {
  const origins = [...new Set(redirectUris.map((uri) => new URL(uri).origin))].join(' ');
  return {
    // Only the script that copies runs. At sign-out without a session, the library adds the hash of its
    // self-submitting form.
    'content-security-policy':
      `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; img-src 'none'; ` +
      `form-action 'self' ${origins}; base-uri 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  };
}

export function show(context: Pick<Context, 'type' | 'body'>, body: string): void {
  context.type = 'html';
  context.body = body;
}

export function page(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Demo sign-in</title>
        ${new Html(`<style>${style}</style>`)}
      </head>
      <body>
        <header class="top">
          ${logo}
          <span class="product">Demo sign-in</span>
          <span class="badge">For testing, on this machine only</span>
        </header>
        <main>${content}</main>
      </body>
    </html>`.markup;
}

const logo = html`<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
  <path d="M3 21V8l2.5-3L8 8v3h2V6l2-3 2 3v5h2V8l2.5-3L21 8v13h-5v-6h-2v6h-4v-6H8v6z" />
</svg>`;
