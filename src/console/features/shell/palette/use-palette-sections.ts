import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { endpoints } from '../../../../contract/endpoints.ts';
import { ifAsked } from '../../../api/retries.ts';
import { useGoToGroup } from '../../../data/groups/use-go-to-group.ts';
import { useCurrentPlaces, type CurrentPlace, placeKinds } from '../../../data/places/use-current-places.ts';
import { oidcOpsQuery } from '../../../data/oidc/providers.ts';
import { useRights } from '../../../data/service/rights.ts';
import { useService } from '../../../data/service/use-service.ts';
import { DocsIcon } from '../pages.tsx';
import { rankSections, type PaletteItem } from './rank-items.ts';
import { useCommandItems } from './use-command-items.ts';
import { useGuideItems } from './use-guide-items.ts';
import { usePageItems } from './use-page-items.ts';
import { useRecordItems } from './use-record-items.ts';

const maxPerSection = 8;

/** What the palette offers: for a query, the best matches; without one, recent records and every page and command. */
export function usePaletteSections(query: string) {
  const navigate = useNavigate();
  const goToGroup = useGoToGroup();
  const { recent, favorites } = useCurrentPlaces();
  // Shows whether the service offers providers: one before 9.6.0 doesn't.
  useQuery({ ...oidcOpsQuery(), enabled: useRights().providers, staleTime: 30_000, ...ifAsked });
  const withProviders = useService().offers('OIDC providers');
  const pages = { label: 'Pages', items: usePageItems(withProviders) };
  const commands = useCommandItems(withProviders);
  const records = useRecordItems(query.trim());
  const guide = { label: 'Guide', items: useGuideItems(query.trim() !== '') };
  const operations: PaletteItem[] = Object.entries(endpoints)
    .filter(([, { path }]) => withProviders || !path.startsWith('/oidc'))
    .map(([operation, { method, path, summary }]) => ({
      id: `operation-${operation}`,
      Icon: DocsIcon,
      label: summary,
      description: `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
      keywords: `${method} ${path}`,
      run: () => void navigate({ to: '/-/docs', search: { operation } }),
    }));
  const itemOf = ({ address, name, path, kind, id }: CurrentPlace): PaletteItem => ({
    id: address,
    label: name,
    isName: true,
    description: path || placeKinds[kind].word,
    Icon: placeKinds[kind].Icon,
    // Keeps the tree's other groups open.
    run: () => (kind === 'group' ? goToGroup(id) : void navigate({ to: address })),
  });
  const isOffered = ({ kind }: CurrentPlace) => kind !== 'provider' || withProviders;
  const places = { label: 'Recent', items: recent.filter(isOffered).map(itemOf) };
  const starred = favorites
    .filter(isOffered)
    .filter(({ address }) => !recent.some((place) => place.address === address));
  const marked = { label: 'Favorites', items: starred.map(itemOf) };
  if (query.trim() === '') {
    const sections = [
      { ...places, items: places.items.slice(0, maxPerSection) },
      marked,
      commands.current,
      pages,
      commands.general,
    ];
    return { sections: sections.filter(({ items }) => items.length > 0), searching: false, failed: [] };
  }
  const recentIds = [...recent, ...favorites].map(({ address }) => address);
  const all = [
    commands.current,
    pages,
    commands.general,
    ...records.sections,
    guide,
    commands.lab,
    { label: 'API operations', items: operations },
  ];
  return { ...records, sections: rankSections(all, query, recentIds, maxPerSection) };
}
