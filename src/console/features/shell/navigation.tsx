import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { useGoToGroup } from '../../data/groups/use-go-to-group.ts';
import { recordAt, usePlaces } from '../../data/places/places.ts';
import { useRights } from '../../data/service/rights.ts';
import { gatewayQuery } from '../../data/session/queries.ts';
import { GroupsIcon, icon, JobsIcon, KeyIcon, LabIcon, ShieldIcon, StarIcon } from '../../ui/icons.tsx';
import { Logo } from '../../ui/logo.tsx';
import { parentPage } from './parent-page.ts';
import classes from './shell.module.css';

const HomeIcon = icon('M4 11 12 4l8 7M6 10v10h12V10M10 20v-6h4v6');

const ActivityIcon = icon('M3 12h4l3-8 4 16 3-8h4');

/** The console's pages, in display order, and what their records are called in `useRights`. */
const pages = [
  { to: '/', label: 'Overview', Icon: HomeIcon },
  { to: '/groups', label: 'Groups', Icon: GroupsIcon, needs: 'groups' },
  { to: '/oidc', label: 'OIDC providers', Icon: KeyIcon, needs: 'providers' },
  { to: '/access', label: 'Access', Icon: ShieldIcon },
  { to: '/jobs', label: 'Jobs', Icon: JobsIcon },
  { to: '/activity', label: 'Activity', Icon: ActivityIcon },
] as const;

/** The pages that the user can open. */
export function usePages() {
  const can = useRights();
  return pages.filter((page) => !('needs' in page) || can[page.needs]);
}

const DocsIcon = icon('M5 4h9l5 5v11H5zM14 4v5h5M9 13h6M9 16h6');

/** The user's favorites; only in the sidebar's full width. */
function FavoriteLinks() {
  const { favorites } = usePlaces();
  const goToGroup = useGoToGroup();
  if (favorites.length === 0) return null;
  return (
    <div role="group" aria-label="Favorites" className={classes.favorites}>
      {favorites.map(({ address, name }) => (
        <Link
          key={address}
          to={address}
          className={classes.link}
          title={name}
          onClick={(event) => {
            const record = recordAt(address);
            if (record?.kind !== 'group' || isModified(event)) return;
            event.preventDefault();
            // Keeps the tree's other groups open.
            goToGroup(record.id);
          }}
        >
          <StarIcon />
          <span dir="auto" translate="no">
            {name}
          </span>
        </Link>
      ))}
    </div>
  );
}

function isModified(event: MouseEvent): boolean {
  return event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}

/** The navigation: a sidebar; icons only below 900 px, a bottom bar below 640 px. */
export function Navigation() {
  const { data: gateway } = useQuery(gatewayQuery());
  const parent = useRouterState({ select: ({ location }) => parentPage(location.pathname)?.to });
  return (
    <nav aria-label="Pages" className={classes.navigation}>
      {/* Not a `Link`, which would be the current page's, besides "Overview". */}
      <a href="/" className={classes.brand} aria-label="Palisade, start page">
        <Logo />
        <span aria-hidden="true">Palisade</span>
      </a>
      {usePages().map(({ to, label, Icon }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: to === '/', includeSearch: false }}
          className={classes.link}
          title={label}
          {...(to === parent && { 'aria-current': true })}
        >
          <Icon />
          <span>
            {label.split(' ')[0]}
            <span className={classes.rest}> {label.split(' ').slice(1).join(' ')}</span>
          </span>
        </Link>
      ))}
      <FavoriteLinks />
      {gateway?.lab && (
        <Link to="/lab" className={classes.link} title="Lab">
          <LabIcon />
          <span>Lab</span>
        </Link>
      )}
      <a href="/-/docs" target="_blank" className={`${classes.link} ${classes.docs}`} title="API docs">
        <DocsIcon />
        <span>
          API docs <span aria-hidden="true">↗</span>
        </span>
      </a>
    </nav>
  );
}
