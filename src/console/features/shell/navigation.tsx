import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { gatewayQuery } from '../../data/session/queries.ts';
import { GroupsIcon, icon, JobsIcon, KeyIcon, LabIcon, ShieldIcon } from '../../ui/icons.tsx';
import { Logo } from '../../ui/logo.tsx';
import { pageAbove } from './page-above.ts';
import classes from './shell.module.css';

/** The pages of the console, in the order shown. */
export const pages = [
  { to: '/groups', label: 'Groups', Icon: GroupsIcon },
  { to: '/oidc', label: 'OIDC providers', Icon: KeyIcon },
  { to: '/access', label: 'Access', Icon: ShieldIcon },
  { to: '/jobs', label: 'Jobs', Icon: JobsIcon },
] as const;

const DocsIcon = icon('M5 4h9l5 5v11H5zM14 4v5h5M9 13h6M9 16h6');

/** The rail at the left; icons below 900 px, a bar at the bottom below 640 px. */
export function Navigation() {
  const { data: gateway } = useQuery(gatewayQuery());
  const under = useRouterState({ select: ({ location }) => pageAbove(location.pathname)?.to });
  return (
    <nav aria-label="Pages" className={classes.rail}>
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
          {...(to === under && { 'aria-current': true })}
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
