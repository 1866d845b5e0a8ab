import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { gatewayQuery } from '../../data/session/queries.ts';
import { GroupsIcon, icon, JobsIcon, KeyIcon, LabIcon, ShieldIcon } from '../../ui/icons.tsx';
import { Logo } from '../../ui/logo.tsx';
import { parentPage } from './parent-page.ts';
import classes from './shell.module.css';

/** The console's pages, in display order. */
export const pages = [
  { to: '/groups', label: 'Groups', Icon: GroupsIcon },
  { to: '/oidc', label: 'OIDC providers', Icon: KeyIcon },
  { to: '/access', label: 'Access', Icon: ShieldIcon },
  { to: '/jobs', label: 'Jobs', Icon: JobsIcon },
] as const;

const DocsIcon = icon('M5 4h9l5 5v11H5zM14 4v5h5M9 13h6M9 16h6');

/** The navigation: a sidebar; icons only below 900 px, a bottom bar below 640 px. */
export function Navigation() {
  const { data: gateway } = useQuery(gatewayQuery());
  const parent = useRouterState({ select: ({ location }) => parentPage(location.pathname)?.to });
  return (
    <nav aria-label="Pages" className={classes.navigation}>
      <Link to="/groups" className={classes.brand} aria-label="Palisade, start page">
        <Logo />
        <span aria-hidden="true">Palisade</span>
      </Link>
      {pages.map(({ to, label, Icon }) => (
        <Link
          key={to}
          to={to}
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
