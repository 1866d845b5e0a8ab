import { Group, Box } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ErrorView } from '../../ui/error-view.tsx';
import { ArrowLeftIcon } from '../../ui/icons.tsx';
import { HelpLink } from '../../ui/page.tsx';
import classes from './api-docs.module.css';
import { OperationPage } from './operation-page.tsx';
import { operations, title, type Operation } from './description.ts';
import { useTitle } from '../../ui/use-title.ts';
import { SearchInput } from '../../ui/search-input.tsx';
import { count, formatNumber } from '../../lib/text.ts';
import { ExtensionBadge, MethodBadge } from './schema-view.tsx';
import { matches } from '../../lib/matches.ts';

/** The reference of the management API, generated from the contract. @param selected the selected operation's ID */
export function DocsPage({ selected }: { selected: string | undefined }) {
  const [query, setQuery] = useState('');
  const operation = operations.find(({ id }) => id === selected);
  useTitle(operation?.endpoint.summary);
  const content = useFocusedHeading(selected);
  return (
    <div className={classes.page} data-selected={selected === undefined ? undefined : true}>
      <nav aria-label="Operations" className={classes.list}>
        <OperationList selected={selected} query={query} onQueryChange={setQuery} />
      </nav>
      <div ref={content} className={classes.main}>
        {selected !== undefined && (
          <Link to="/-/docs" className={classes.back}>
            <ArrowLeftIcon /> All operations
          </Link>
        )}
        {selected === undefined && <Overview />}
        {selected !== undefined && !operation && (
          <ErrorView title="Operation not found" detail={[`${selected} isn't in the API description.`]} />
        )}
        {operation && <OperationPage key={operation.id} operation={operation} />}
      </div>
    </div>
  );
}

/** On another operation, scrolls to the top and focuses the heading. @returns where they are */
function useFocusedHeading(selected: string | undefined) {
  const content = useRef<HTMLDivElement>(null);
  const shown = useRef(selected);
  useEffect(() => {
    if (shown.current === selected) return;
    shown.current = selected;
    content.current?.scrollTo(0, 0);
    content.current?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [selected]);
  return content;
}

interface OperationListProps {
  selected: string | undefined;
  query: string;
  onQueryChange(query: string): void;
}

/** The operations by resource, with a search. */
function OperationList({ selected, query, onQueryChange }: OperationListProps) {
  const navigate = useNavigate();
  const found = operations.filter((operation) => isFound(operation, query));
  const resources = [...new Set(found.map((operation) => operation.resource))];
  return (
    <>
      <SearchInput
        label="Search operations"
        value={query}
        onChange={onQueryChange}
        onEnter={() => {
          const [first] = found;
          if (first) void navigate({ to: '/-/docs', search: { operation: first.id } });
        }}
      />
      <Box component="p" m="16px 8px" className={found.length > 0 ? 'visually-hidden' : ''} role="status">
        {found.length === 0 && `No operations match “${query}”`}
        {found.length > 0 && query !== '' && `${count(found.length, 'operation')} found`}
      </Box>
      {resources.map((resource) => (
        <section key={resource} aria-label={resource}>
          <Box component="h2" m="20px 8px 4px" fz={12} fw={600} c="dimmed">
            {resource}
          </Box>
          <ul className={classes.operations} data-list>
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
                    <Box component="span" fw={500}>
                      {operation.endpoint.summary}
                    </Box>{' '}
                    <MethodBadge method={operation.endpoint.method} />{' '}
                    <Box component="span" className="mono muted" fz={12} lh={1.35} miw={0}>
                      {operation.path}
                    </Box>
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

function isFound({ id, endpoint, path, resource }: Operation, query: string): boolean {
  return matches(query, endpoint.method, path, endpoint.summary, resource, id);
}

function Overview() {
  const extensions = operations.filter(({ endpoint }) => endpoint.extension).length;
  return (
    <article className={classes.article}>
      <Group>
        <h1 tabIndex={-1}>{title}</h1>
        <HelpLink chapter="decisions" />
      </Group>
      <p>
        {count(operations.length, 'operation')}, including {formatNumber(extensions)} marked{' '}
        <ExtensionBadge />, which not every service offers. The OpenAPI description is at{' '}
        <a href="/-/openapi.json">openapi.json</a>.
      </p>
    </article>
  );
}
