interface Rules {
  /** Null rejects the text. */
  createHTML(text: string): string | null;
  createScriptURL(address: string): string | null;
}

/**
 * Installs the only Trusted Types policy that the page's Content-Security-Policy allows, if the browser supports them.
 * It's the default policy because Mantine sets style sheets through `innerHTML`: text without `<` creates no element.
 * Scripts and workers only load from our own assets.
 */
export function installTrustedTypes(): void {
  const { trustedTypes } = globalThis as {
    trustedTypes?: { createPolicy(name: 'default', rules: Rules): unknown };
  };
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
    createScriptURL: (address) => {
      const { origin, pathname } = new URL(address, location.href);
      return origin === location.origin && pathname.startsWith('/assets/') ? address : null;
    },
  });
}
