interface Rules {
  /** Null refuses. */
  createHTML(text: string): string | null;
  createScriptURL(address: string): string | null;
}

/**
 * Installs the one policy by which text becomes markup or the address of a script (Trusted Types), where the browser
 * knows them; the page's Content-Security-Policy allows no other. It is the default one, because Mantine writes its
 * style sheets as `innerHTML`: text without `<` makes no element. Scripts and workers come from our own files alone.
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
