import { useQuery } from '@tanstack/react-query';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import { DocsIcon } from '../pages.tsx';
import type { PaletteItem } from './rank-items.ts';

/** The API's operations, which open in the API docs. @param withProviders as for `usePageItems` */
export function useOperationItems(enabled: boolean, withProviders: boolean): PaletteItem[] {
  const { data = {} } = useQuery({
    queryKey: ['endpoints'],
    // Loaded here only: a page needs few of them.
    queryFn: async (): Promise<Record<string, Endpoint>> =>
      (await import('../../../../contract/endpoints.ts')).endpoints,
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return Object.entries(data)
    .filter(([, { path }]) => withProviders || !path.startsWith('/oidc'))
    .map(([name, { method, path, summary }]) => ({
      id: `operation-${name}`,
      Icon: DocsIcon,
      label: summary,
      description: `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
      keywords: `${method} ${path}`,
      run: () => void window.open(`/-/docs?operation=${name}`),
    }));
}
