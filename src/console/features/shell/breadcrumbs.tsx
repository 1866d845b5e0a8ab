import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRecordName } from '../../ui/use-title.ts';
import { parentPage } from './parent-page.ts';
import classes from './shell.module.css';

/** The path to the current page and the record it shows. */
export function Breadcrumbs({ children }: { children: ReactNode }) {
  const name = useRecordName();
  const pages = useRouterState({
    select: (state) =>
      state.matches
        .filter(({ staticData }) => staticData.title !== undefined)
        .flatMap(({ staticData: { title }, pathname }) => {
          const parent = parentPage(pathname);
          const page = { title, to: pathname, showsRecord: parent?.showsRecord ?? false };
          return parent ? [{ ...parent, showsRecord: false }, page] : [page];
        }),
    structuralSharing: true,
  });
  if (pages.length === 0) return null;
  return (
    <nav aria-label="Breadcrumbs" className={classes.crumbs}>
      <ol>
        {pages.map(({ title, to, showsRecord }, index) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ exact: true, includeSearch: false }}
              search={(old) => (index === pages.length - 1 ? old : {})}
            >
              {(showsRecord && name) || title}
            </Link>
          </li>
        ))}
        {children}
      </ol>
    </nav>
  );
}
