import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { endpoints } from '../../../../contract/endpoints.ts';
import { ifAsked } from '../../../api/retries.ts';
import { useGoToGroup } from '../../../data/groups/use-go-to-group.ts';
import { useCurrentPlaces, type CurrentPlace, placeKinds } from '../../../data/places/use-current-places.ts';
import { oidcOpsQuery } from '../../../data/oidc/providers.ts';
import { useRights } from '../../../data/service/rights.ts';
import { useService } from '../../../data/service/use-service.ts';
import { DocsIcon, usePages } from '../pages/pages.tsx';
import { matchRank, rankSections, type PaletteItem, type PaletteSection } from './rank-items.ts';
import { useCommandItems } from './use-command-items.ts';
import { useRecordItems } from './use-record-items.ts';
import { guideUrl, guideHeadings } from '../../../../contract/gateway.ts';
import { gatewayQuery } from '../../../data/session/queries.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { GroupsIcon, JobsIcon, LabIcon, ShieldIcon, UserIcon, HelpIcon } from '../../../ui/icons.tsx';
import { fetchFromGateway } from '../../../api/sign-in-proxy.ts';

const maxPerSection = 8;

/** What the palette offers: for a query, the best matches; without one, recent records and every page and command. */
export function usePaletteSections(query: string) {
  const navigate = useNavigate();
  const goToGroup = useGoToGroup();
  const recent = useCurrentPlaces();
  // Shows whether the service offers providers: one before 9.6.0 doesn't.
  useQuery({ ...oidcOpsQuery, enabled: useRights().providers, staleTime: 30_000, ...ifAsked });
  const withProviders = useService().offers('OIDC providers');
  const pages = { label: 'Pages', items: usePageItems(withProviders) };
  const commands = useCommandItems(withProviders);
  const records = useRecordItems(query.trim());
  const guide = { label: 'Guide', items: useGuideItems(query.trim() !== '') };
  const operations: PaletteItem[] = Object.entries(endpoints)
    .filter(([, { path }]) => withProviders || !/oidc|identities/.test(path))
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
  if (query.trim() === '') {
    const sections = [
      commands.current,
      { ...places, items: places.items.slice(0, maxPerSection) },
      pages,
      commands.general,
    ];
    return { sections: sections.filter(({ items }) => items.length > 0), searching: false, failed: [] };
  }
  const recentIds = recent.map(({ address }) => address);
  const rank = (sections: readonly PaletteSection[], others?: string) =>
    rankSections(sections, query, recentIds, maxPerSection, others);
  const ofConsole = rank([pages, commands.general], 'Related pages');
  // What's called exactly so comes before records that only contain it.
  const isNamed = ofConsole.some(({ items: [first] }) => first && matchRank(first.label, query) === 0);
  const ofRecords = rank(records.sections);
  return {
    ...records,
    sections: [
      ...rank([commands.current], 'Related actions'),
      ...(isNamed ? [...ofConsole, ...ofRecords] : [...ofRecords, ...ofConsole]),
      ...rank([guide]),
      ...rank([commands.lab, { label: 'API operations', items: operations }], 'Related operations'),
    ],
  };
}

const subpages = [
  { to: '/access/can', Icon: ShieldIcon, label: 'Check access', keywords: 'permission privilege can i why' },
] as const;
const adminPages = [
  { to: '/access/review', Icon: ShieldIcon, label: 'Access review', keywords: 'audit report who can' },
  { to: '/access/users', Icon: UserIcon, label: 'Users', keywords: 'access accounts' },
  { to: '/access/roles', Icon: ShieldIcon, label: 'Roles', keywords: 'access permissions' },
] as const;

/** The pages that the user can open, besides those of records. @param withProviders whether the service offers providers */
function usePageItems(withProviders: boolean): PaletteItem[] {
  const navigate = useNavigate();
  const { holds } = useSession();
  const lab = useQuery(gatewayQuery).data?.lab;
  const shown = [
    ...usePages().flatMap((page) =>
      page.to !== '/oidc' || withProviders ? [{ ...page, keywords: '' }] : [],
    ),
    ...(holds('group_admin', 'ro') ? adminPages : []),
    ...subpages,
    { to: '/account', Icon: UserIcon, label: 'Account', keywords: 'me profile' } as const,
    { to: '/account', Icon: UserIcon, label: 'Your sessions', keywords: 'end session', id: 'mine' } as const,
    {
      to: '/preferences',
      Icon: UserIcon,
      label: 'Preferences',
      keywords: 'settings theme time zone density shortcuts',
    } as const,
    ...(holds('group', 'rw')
      ? [{ to: '/groups/import', Icon: GroupsIcon, label: 'Import groups', keywords: 'csv' } as const]
      : []),
    ...(holds('group_admin', 'rw')
      ? [{ to: '/access/users/import', Icon: UserIcon, label: 'Import users', keywords: 'csv' } as const]
      : []),
    {
      to: '/jobs',
      Icon: JobsIcon,
      label: 'Job settings',
      keywords: 'polling notifications preferences',
      id: 'job-settings',
    } as const,
    ...(lab
      ? [{ to: '/lab', Icon: LabIcon, label: 'Lab', keywords: 'scenarios demo snapshots' } as const]
      : []),
  ];
  return [
    ...shown.map(({ to, label, Icon, keywords, ...rest }) => ({
      id: 'id' in rest ? rest.id : to,
      label,
      Icon,
      keywords,
      run: () => void navigate({ to }),
    })),
    {
      id: 'guide',
      label: 'Guide',
      keywords: 'help documentation manual',
      run: () => void window.open(guideUrl),
    },
    { id: 'api-docs', label: 'API docs', run: () => void navigate({ to: '/-/docs' }) },
  ];
}

/** The chapters and sections of the guide. @param enabled whether to load them */
function useGuideItems(enabled: boolean): PaletteItem[] {
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
