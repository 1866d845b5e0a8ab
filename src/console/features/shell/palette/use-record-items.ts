import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { jobIdOf } from '../../../../contract/jobs.ts';
import { isUnavailable } from '../../../../client/errors.ts';
import { ifAsked } from '../../../api/retries.ts';
import { useRights } from '../../../data/service/rights.ts';
import { pageQuery } from '../../../data/service/record-pages.ts';
import { roleList } from '../../../data/access/roles.ts';
import { userList } from '../../../data/access/users.ts';
import { useGoToGroup } from '../../../data/groups/use-go-to-group.ts';
import { useGroupSearch } from '../../../data/groups/use-group-search.ts';
import { useJobs } from '../../../data/jobs/job-store.ts';
import { oidcOpsQuery } from '../../../data/oidc/providers.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { GroupsIcon, JobsIcon, KeyIcon, ShieldIcon, UserIcon } from '../../../ui/icons.tsx';
import type { PaletteItem, PaletteSection } from './rank-items.ts';
import { twinDetails } from '../../../lib/matches.ts';
import { recordAt } from '../../../data/activity/record-kinds.ts';

const typingPause = 150;

/** The record or job at a path of the API, `/users/6`. */
function pathItems(path: string, navigate: ReturnType<typeof useNavigate>): PaletteItem[] {
  const record = recordAt(path);
  const to = record
    ? `${record.kind.page}/${record.id}`
    : path.replace(/^\/delayed_job_statuses\/(?=.)/, '/jobs/');
  if (!record && to === path) return [];
  return [{ id: 'path', label: path, description: 'Open this path', run: () => void navigate({ to }) }];
}

/** The records that a query finds. The palette ranks them. */
export function useRecordItems(query: string): {
  sections: PaletteSection[];
  searching: boolean;
  failed: string[];
} {
  const navigate = useNavigate();
  const goToGroup = useGoToGroup();
  const { holds } = useSession();
  const can = useRights();
  const [text] = useDebouncedValue(query, typingPause);
  const enabled = query !== '' && text !== '';
  const ofAccess = { enabled: enabled && holds('group_admin', 'ro'), placeholderData: keepPreviousData };
  const groups = useGroupSearch();
  const providers = useQuery({
    ...oidcOpsQuery,
    enabled: enabled && can.providers,
    staleTime: 30_000,
    ...ifAsked,
  });
  const users = useQuery({ ...pageQuery(userList(undefined, text), 0), ...ofAccess });
  const roles = useQuery({ ...pageQuery(roleList(text), 0), ...ofAccess });
  const jobs = useJobs();

  const accessItem = (path: string, item: Omit<PaletteItem, 'id' | 'run'>): PaletteItem[] => {
    const address: string = `/access${path}`;
    return path === '' ? [] : [{ ...item, id: address, run: () => void navigate({ to: address }) }];
  };
  const ops = providers.data?.ops ?? [];
  const foundRoles = roles.data?.items ?? [];
  const opDetail = twinDetails(ops, 'name', 'resource');
  const roleDetail = twinDetails(foundRoles, 'name', 'role_resource');
  const sections = [
    { label: 'Path', items: pathItems(query, navigate) },
    {
      label: 'Groups',
      items: (query === '' ? [] : groups.find(query)).map(({ id, name, place }): PaletteItem => ({
        id: `/groups/${id}`,
        Icon: GroupsIcon,
        label: name,
        isName: true,
        description: place,
        // It may have been found by its description, its ID or its parent's name.
        keywords: query,
        run: () => goToGroup(id),
      })),
    },
    {
      label: 'Providers',
      items: ops.map((op) => ({
        id: `/oidc/${op.id}`,
        Icon: KeyIcon,
        label: op.name,
        isName: true,
        description: [opDetail(op), op.issuer].filter(Boolean).join(' · '),
        keywords: op.issuer,
        run: () => void navigate({ to: '/oidc/$oidcOpId', params: { oidcOpId: String(op.id) } }),
      })),
    },
    {
      label: 'Users',
      items: (users.data?.items ?? []).flatMap(({ user_resource: path, login: label, display_name: name }) =>
        accessItem(path, { Icon: UserIcon, label, isName: true, description: name, keywords: name }),
      ),
    },
    {
      label: 'Roles',
      items: foundRoles.flatMap((role) =>
        accessItem(role.role_resource, {
          Icon: ShieldIcon,
          label: role.name,
          isName: true,
          description: [roleDetail(role), role.description].filter(Boolean).join(' · '),
        }),
      ),
    },
    {
      label: 'Jobs',
      items: jobs.map(({ path, title }) => ({
        id: path,
        Icon: JobsIcon,
        label: title,
        run: () => void navigate({ to: '/jobs/$jobId', params: { jobId: jobIdOf(path) } }),
      })),
    },
  ];
  const remote = { providers, users, roles };
  return {
    sections,
    searching: groups.loading || text !== query || Object.values(remote).some(({ isFetching }) => isFetching),
    failed: [
      ...(groups.failed ? ['groups'] : []),
      ...Object.entries(remote).flatMap(([name, { error }]) =>
        error && !isUnavailable(error) ? [name] : [],
      ),
    ],
  };
}
