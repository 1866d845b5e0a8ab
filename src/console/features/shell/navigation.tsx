import { Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useRights } from '../../data/service/rights.ts';
import { gatewayQuery } from '../../data/session/queries.ts';
import { LabIcon, MoreIcon } from '../../ui/icons.tsx';
import { MenuLink } from '../../ui/links/links.tsx';
import { Logo } from '../../ui/logo.tsx';
import { DocsIcon, pages, usePages } from './pages/pages.tsx';
import { parentPage } from './pages/parent-page.ts';
import tabs from '../../ui/page-tabs.module.css';
import classes from './shell.module.css';

/** The pages of the open section, and the page that they belong to. */
function useSubpages() {
  const can = useRights();
  const open = useRouterState({
    select: ({ location: { pathname } }) =>
      pages.find((page) => 'below' in page && `${pathname}/`.startsWith(`${page.to}/`))?.to,
  });
  const above = pages.find(({ to }) => to === open);
  if (!above || !('below' in above)) return;
  return {
    above,
    links: above.below.filter((page) => !('needs' in page) || can[page.needs]),
  };
}

/** A row of links to the pages below the current one, in windows whose sidebar doesn't show them. */
export function SubpageRow() {
  const subpages = useSubpages();
  if (!subpages) return null;
  return (
    <nav aria-label={subpages.above.label} className={`${tabs.tabs} ${classes.subpageRow}`}>
      {subpages.links.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: to === subpages.above.to, includeSearch: false }}
          className={tabs.tab}
          data-label={label}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** The navigation: a sidebar; icons only below 900 px, a bottom bar of five below 640 px, with a menu for the other pages. */
export function Navigation() {
  const { data: gateway } = useQuery(gatewayQuery);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const parent = parentPage(pathname)?.to;
  const subpages = useSubpages();
  const shown = usePages();
  const isPhone = useMediaQuery('(max-width: 39.9375em)');
  const tools = [
    ...(gateway?.lab ? [{ to: '/lab', label: 'Lab', Icon: LabIcon }] : []),
    { to: '/-/docs', label: 'API docs', Icon: DocsIcon },
  ];
  const more = [...shown.filter((page) => 'isWide' in page), ...tools];
  return (
    <nav aria-label="Pages" className={classes.navigation}>
      {/* Not a `Link`, which would be the current page's, besides "Overview". */}
      <a href="/" className={classes.brand} aria-label="Palisade, start page">
        <Logo />
        <span aria-hidden="true">Palisade</span>
      </a>
      {shown.map(({ to, label, Icon, ...page }) => (
        <Fragment key={to}>
          <Link
            to={to}
            activeOptions={{ exact: to === '/', includeSearch: false }}
            className={`${classes.link} ${'isWide' in page ? classes.wide : ''}`}
            title={label}
            aria-label={label}
            {...(to === parent && { 'aria-current': true })}
          >
            <Icon />
            <span>{isPhone ? label.replace('OIDC p', 'P') : label}</span>
          </Link>
          {subpages?.above.to === to && (
            <div role="group" aria-label={label} className={classes.subpages}>
              {subpages.links.map((subpage) => (
                <Link
                  key={subpage.to}
                  to={subpage.to}
                  activeOptions={{ exact: subpage.to === to, includeSearch: false }}
                  className={classes.link}
                >
                  {subpage.label}
                </Link>
              ))}
            </div>
          )}
        </Fragment>
      ))}
      <div className={classes.tools}>
        {tools.map(({ to, label, Icon }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ includeSearch: false }}
            className={`${classes.link} ${classes.wide}`}
            title={label}
          >
            <Icon />
            <span>{label}</span>
          </Link>
        ))}
        <Menu position="top-end">
          <Menu.Target>
            <button
              type="button"
              className={`${classes.link} ${classes.more}`}
              aria-current={more.some(({ to }) => `${pathname}/`.startsWith(`${to}/`)) || undefined}
            >
              <MoreIcon />
              <span>More</span>
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {more.map(({ to, label }) => (
              <MenuLink key={to} to={to}>
                {label}
              </MenuLink>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
    </nav>
  );
}
