import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './shell.module.css';

/** Where one is: the page, and what it shows of itself. */
export function Breadcrumbs({ children }: { children: ReactNode }) {
  const page = useRouterState({
    select: (state) => {
      const match = state.matches.find(({ staticData }) => staticData.title !== undefined);
      return match && { title: match.staticData.title, to: match.pathname };
    },
    structuralSharing: true,
  });
  if (!page) return null;
  return (
    <nav aria-label="Breadcrumbs" className={classes.crumbs}>
      <ol>
        <li>
          <Link to={page.to} search={(old) => old}>
            {page.title}
          </Link>
        </li>
        {children}
      </ol>
    </nav>
  );
}
