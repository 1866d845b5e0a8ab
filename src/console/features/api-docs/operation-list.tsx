import { TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useSingleKey } from '../../lib/keys.ts';
import { count } from '../../lib/text.ts';
import { SearchIcon } from '../../ui/icons.tsx';
import classes from './api-docs.module.css';
import type { Operation } from './description.ts';
import { MethodBadge } from './schema-view.tsx';
import { matches } from '../../lib/matches.ts';

interface OperationListProps {
  operations: readonly Operation[];
  selected: string | undefined;
  query: string;
  onQueryChange(query: string): void;
}

/** The operations by resource, with a search; `/` focuses it. */
export function OperationList({ operations, selected, query, onQueryChange }: OperationListProps) {
  const search = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  useSingleKey('/', () => search.current?.focus());
  const found = operations.filter((operation) => isFound(operation, query));
  const resources = [...new Set(found.map((operation) => operation.resource))];
  return (
    <>
      <TextInput
        ref={search}
        aria-label="Search operations"
        data-search
        placeholder="Search operations"
        leftSection={<SearchIcon />}
        value={query}
        onChange={(event) => onQueryChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key === 'Enter' && first)
            void navigate({ to: '/-/docs', search: { operation: first.id } });
          if (event.key === 'Escape') onQueryChange('');
        }}
      />
      <p className={found.length > 0 ? 'visually-hidden' : classes.none} role="status">
        {found.length === 0 && `No operations match “${query}”`}
        {found.length > 0 && query !== '' && `${count(found.length, 'operation')} found`}
      </p>
      {resources.map((resource) => (
        <section key={resource} aria-label={resource}>
          <h2 className={classes.resource}>{resource}</h2>
          <ul className={classes.operations}>
            {found
              .filter((operation) => operation.resource === resource)
              .map((operation) => (
                <li key={operation.id}>
                  <Link
                    ref={operation.id === selected ? scrollTo : undefined}
                    to="/-/docs"
                    search={{ operation: operation.id }}
                    className={classes.operation}
                    aria-current={operation.id === selected ? 'page' : undefined}
                  >
                    <span className={classes.meaning}>{operation.summary || operation.id}</span>{' '}
                    <MethodBadge method={operation.method} />{' '}
                    <span className={classes.path}>{operation.path}</span>
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function scrollTo(link: HTMLElement | null): void {
  link?.scrollIntoView({ block: 'nearest' });
}

function isFound({ id, method, path, summary, resource }: Operation, query: string): boolean {
  return matches(query, method, path, summary, resource, id);
}
