/**
 * Two internal modules of oidc-provider, which has no `exports` map. Its main module only re-exports the first one after
 * printing that Node 20 is unsupported; our tests run it there.
 */
declare module 'oidc-provider/lib/provider.js' {
  import Provider from 'oidc-provider';
  export { Provider };
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  import type { AdapterFactory } from 'oidc-provider';
  export function createMemoryAdapter(clockTolerance?: number): AdapterFactory;
}
