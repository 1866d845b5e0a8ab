import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useShownName } from '../../ui/use-title.ts';
import { pageAbove } from './page-above.ts';
import classes from './shell.module.css';

/** Where one is: the page, and what it shows of itself. */
export function Breadcrumbs({ children }: { children: ReactNode }) {
  const name = useShownName();
  const pages = useRouterState({
    select: (state) =>
      state.matches
        .filter(({ staticData }) => staticData.title !== undefined)
        .flatMap(({ staticData: { title }, pathname }) => {
          const above = pageAbove(pathname);
          const page = { title, to: pathname, named: above?.named ?? false };
          return above ? [{ ...above, named: false }, page] : [page];
        }),
    structuralSharing: true,
  });
  if (pages.length === 0) return null;
  return (
    <nav aria-label="Breadcrumbs" className={classes.crumbs}>
      <ol>
        {pages.map(({ title, to, named }, index) => (
          <li key={to}>
            <Link to={to} search={(old) => (index === pages.length - 1 ? old : {})}>
              {(named && name) || title}
            </Link>
          </li>
        ))}
        {children}
      </ol>
    </nav>
  );
}
