import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './shell.module.css';

/** Where one is: the page, and what it shows of itself. */
export function Breadcrumbs({ children }: { children: ReactNode }) {
  const pages = useRouterState({
    select: (state) =>
      state.matches
        .filter(({ staticData }) => staticData.title !== undefined)
        .map((match) => ({ title: match.staticData.title, to: match.pathname })),
    structuralSharing: true,
  });
  if (pages.length === 0) return null;
  return (
    <nav aria-label="Breadcrumbs" className={classes.crumbs}>
      <ol>
        {pages.map(({ title, to }, index) => (
          <li key={to}>
            <Link to={to} search={(old) => (index === pages.length - 1 ? old : {})}>
              {title}
            </Link>
          </li>
        ))}
        {children}
      </ol>
    </nav>
  );
}
