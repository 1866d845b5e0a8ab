import { useQuery } from '@tanstack/react-query';
import { guideHeadings, guideUrl } from '../../../../contract/gateway.ts';
import { ifAsked } from '../../../api/retries.ts';
import { fetchFromGateway } from '../../../api/sign-in-proxy.ts';
import { HelpIcon } from '../../../ui/icons.tsx';
import type { PaletteItem } from './rank-items.ts';

/** The chapters and sections of the guide. @param enabled whether to load them */
export function useGuideItems(enabled: boolean): PaletteItem[] {
  const { data } = useQuery({
    queryKey: ['guide'],
    queryFn: async ({ signal }) => {
      const response = await fetchFromGateway(`${guideUrl}headings.json`, { signal });
      // It's built with the console, and not served in development.
      return response.ok ? guideHeadings.parse(await response.json()) : [];
    },
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    ...ifAsked,
  });
  return (data ?? []).map(({ title, chapter, address }) => ({
    id: guideUrl + address,
    label: title,
    description: chapter,
    Icon: HelpIcon,
    run: () => void window.open(guideUrl + address),
  }));
}
