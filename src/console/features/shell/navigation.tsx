import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { useGoToGroup } from '../../data/groups/use-go-to-group.ts';
import { recordAt, usePlaces } from '../../data/places/places.ts';
import { useRights } from '../../data/service/rights.ts';
import { gatewayQuery } from '../../data/session/queries.ts';
import { LabIcon, StarIcon } from '../../ui/icons.tsx';
import { Logo } from '../../ui/logo.tsx';
import { DocsIcon, PageLabel, pages } from './pages.tsx';
import { parentPage } from './parent-page.ts';
import classes from './shell.module.css';

/** The pages that the user can open. */
export function usePages() {
  const can = useRights();
  return pages.filter((page) => !('needs' in page) || can[page.needs]);
}

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
          <PageLabel label={label} rest={classes.rest} />
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
