import { useRights } from '../../../data/service/rights.ts';
import { GroupsIcon, icon, JobsIcon, KeyIcon, ShieldIcon } from '../../../ui/icons.tsx';

const HomeIcon = icon('M4 11 12 4l8 7M6 10v10h12V10M10 20v-6h4v6');

const ActivityIcon = icon('M3 12h4l3-8 4 16 3-8h4');

const FileIcon = icon('M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6');

export const DocsIcon = icon('M5 4h9l5 5v11H5zM14 4v5h5M9 13h6M9 16h6');

/** The pages below Access, and what their records are called in `useRights`. */
const accessPages = [
  { to: '/access', label: 'My access' },
  { to: '/access/can', label: 'Check access', needs: 'extensions' },
  { to: '/access/users', label: 'Users', needs: 'users' },
  { to: '/access/roles', label: 'Roles', needs: 'roles' },
  { to: '/access/review', label: 'Review', needs: 'users' },
] as const;

/** The console's pages, in display order. The pages below one are offered while it's open; wide ones are in a menu on phones. */
export const pages = [
  { to: '/', label: 'Overview', Icon: HomeIcon },
  { to: '/groups', label: 'Groups', Icon: GroupsIcon, needs: 'groups' },
  { to: '/oidc', label: 'OIDC providers', Icon: KeyIcon, needs: 'providers' },
  { to: '/access', label: 'Access', Icon: ShieldIcon, below: accessPages },
  { to: '/jobs', label: 'Jobs', Icon: JobsIcon, isWide: true },
  { to: '/activity', label: 'Activity', Icon: ActivityIcon, needs: 'extensions', isWide: true },
  { to: '/configuration', label: 'Configuration', Icon: FileIcon, needs: 'groups', isWide: true },
] as const;

/** The pages that the user can open. */
export function usePages() {
  const can = useRights();
  return pages.filter((page) => !('needs' in page) || can[page.needs]);
}
