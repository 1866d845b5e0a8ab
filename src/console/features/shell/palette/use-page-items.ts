import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { guideUrl } from '../../../../contract/gateway.ts';
import { gatewayQuery } from '../../../data/session/queries.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { GroupsIcon, JobsIcon, LabIcon, ShieldIcon, UserIcon } from '../../../ui/icons.tsx';
import { usePages } from '../navigation.tsx';
import type { PaletteItem } from './rank-items.ts';

const subpages = [
  { to: '/access/can', Icon: ShieldIcon, label: 'Check access', keywords: 'permission privilege can i why' },
  { to: '/access/compare', Icon: ShieldIcon, label: 'Compare access', keywords: '' },
] as const;
const adminPages = [
  { to: '/access/review', Icon: ShieldIcon, label: 'Access review', keywords: 'audit report who can' },
  { to: '/access/users', Icon: UserIcon, label: 'Users', keywords: 'access accounts' },
  { to: '/access/roles', Icon: ShieldIcon, label: 'Roles', keywords: 'access permissions' },
] as const;

/** The pages that the user can open, besides those of records. @param withProviders whether the service offers providers */
export function usePageItems(withProviders: boolean): PaletteItem[] {
  const navigate = useNavigate();
  const { holds } = useSession();
  const lab = useQuery(gatewayQuery()).data?.lab;
  const shown = [
    ...usePages().flatMap((page) =>
      page.to !== '/oidc' || withProviders ? [{ ...page, keywords: '' }] : [],
    ),
    ...(holds('group_admin', 'ro') ? adminPages : []),
    ...subpages,
    { to: '/account', Icon: UserIcon, label: 'Account', keywords: 'my sessions password profile' } as const,
    {
      to: '/preferences',
      Icon: UserIcon,
      label: 'Preferences',
      keywords: 'settings theme time zone density shortcuts',
    } as const,
    ...(holds('group', 'rw')
      ? [{ to: '/imports', Icon: GroupsIcon, label: 'Import groups', keywords: 'csv' } as const]
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
