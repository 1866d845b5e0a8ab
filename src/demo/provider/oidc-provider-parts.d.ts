/**
 * Two modules inside oidc-provider, which has no `exports` map. Its main module does nothing more than re-export
 * the first one after printing that Node 20 is unsupported; stack.md records that this project runs it there.
 */
declare module 'oidc-provider/lib/provider.js' {
  import Provider from 'oidc-provider';
  export { Provider };
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  import type { AdapterFactory } from 'oidc-provider';
  export function createMemoryAdapter(clockTolerance?: number): AdapterFactory;
}
