import { Button, Group, TextInput, Box } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { setInspectorOpen } from '../../data/overlays.ts';
import { authenticationQuery, gatewayQuery } from '../../data/session/queries.ts';
import { connectionOf } from '../../data/session/connection.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { ArrowLeftIcon, SearchIcon } from '../../ui/icons.tsx';
import { Logo } from '../../ui/logo.tsx';
import { HelpLink } from '../../ui/page.tsx';
import classes from './api-docs.module.css';
import { OperationPage } from './operation-page.tsx';
import { descriptionQuery, type Operation, type Description } from './description.ts';
import { useTitle } from '../../ui/use-title.ts';
import { useSingleKey } from '../../lib/keys.ts';
import { count, formatNumber } from '../../lib/text.ts';
import { ExtensionBadge, MethodBadge } from './schema-view.tsx';
import { matches } from '../../lib/matches.ts';
import { limits } from '../../../contract/limits.ts';
import { CodeBlock } from '../../ui/code-block/code-block.tsx';
import { Copyable } from '../../ui/copyable.tsx';

interface DocsPageProps {
  /** The ID of the selected operation. */
  selected: string | undefined;
  /** Whether it's in the console's frame; without a session, it has a header of its own. */
  isFramed: boolean;
}

/** The reference of the management API, generated from its OpenAPI description. Reading it needs no session. */
export function DocsPage({ selected, isFramed }: DocsPageProps) {
  const { description, note } = useSuspenseQuery(descriptionQuery).data;
  const session = useQuery(authenticationQuery);
  // After a sign-out, the last response is still cached.
  const login = session.isError ? undefined : session.data?.login;
  const [query, setQuery] = useState('');
  const operation = description.operations.find(({ id }) => id === selected);
  useTitle(operation?.summary ?? (isFramed ? undefined : 'API docs'));
  const content = useFocusedHeading(selected);
  const Content = isFramed ? 'div' : 'main';
  return (
    <div
      className={classes.page}
      data-selected={selected === undefined ? undefined : true}
      data-framed={isFramed || undefined}
    >
      {!isFramed && (
        <>
          <a className="skip-link" href="#main">
            Skip to content
          </a>
          <Header />
        </>
      )}
      <div className={classes.body}>
        <nav aria-label="Operations" className={classes.list}>
          <OperationList
            operations={description.operations}
            selected={selected}
            query={query}
            onQueryChange={setQuery}
          />
        </nav>
        <Content ref={content} {...(isFramed ? {} : { id: 'main', tabIndex: -1 })} className={classes.main}>
          {selected !== undefined && (
            <Link to="/-/docs" className={classes.back}>
              <ArrowLeftIcon /> All operations
            </Link>
          )}
          {note && <p className={classes.note}>{note}</p>}
          {selected === undefined && <Overview description={description} />}
          {selected !== undefined && !operation && (
            <ErrorView title="Operation not found" detail={[`${selected} isn't in the API description.`]} />
          )}
          {operation && (
            <OperationPage
              key={operation.id}
              operation={operation}
              description={description}
              login={login}
              sessionPending={session.isPending}
            />
          )}
        </Content>
      </div>
    </div>
  );
}

function Header() {
  const { data: gateway } = useQuery(gatewayQuery);
  return (
    <section aria-label="Session" className={classes.header}>
      <a href="/" className={classes.brand} aria-label="Palisade, open the console">
        <Logo />
        <span>Palisade</span>
      </a>
      <Link to="/-/docs" className={classes.home}>
        API docs
      </Link>
      <span className={classes.session}>
        <Button size="compact-sm" onClick={() => setInspectorOpen(true)}>
          Request inspector
        </Button>
        {gateway && <span className={classes.where}>{connectionOf(gateway).where}</span>}
        <a href={`/sign-in?return_to=${encodeURIComponent(location.pathname + location.search)}`}>Sign in</a>
      </span>
    </section>
  );
}

/** On another operation, scrolls to the top and focuses the heading. @returns where they are */
function useFocusedHeading(selected: string | undefined) {
  const content = useRef<HTMLElement & HTMLDivElement>(null);
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
  operations: readonly Operation[];
  selected: string | undefined;
  query: string;
  onQueryChange(query: string): void;
}

/** The operations by resource, with a search; `/` focuses it. */
function OperationList({ operations, selected, query, onQueryChange }: OperationListProps) {
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
      <Box component="p" m="16px 8px" className={found.length > 0 ? 'visually-hidden' : ''} role="status">
        {found.length === 0 && `No operations match “${query}”`}
        {found.length > 0 && query !== '' && `${count(found.length, 'operation')} found`}
      </Box>
      {resources.map((resource) => (
        <section key={resource} aria-label={resource}>
          <Box component="h2" m="20px 8px 4px" fz={12} fw={600} c="dimmed">
            {resource}
          </Box>
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
                    <Box component="span" fw={500}>
                      {operation.summary || operation.id}
                    </Box>{' '}
                    <MethodBadge method={operation.method} />{' '}
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

function isFound({ id, method, path, summary, resource }: Operation, query: string): boolean {
  return matches(query, method, path, summary, resource, id);
}

/** The conventions that apply to every operation. */
function Overview({ description }: { description: Description }) {
  const { operations } = description;
  const extensions = operations.filter((operation) => operation.extension).length;
  return (
    <article className={classes.article}>
      <Group>
        <h1 tabIndex={-1}>
          {description.title} {description.version}
        </h1>
        <HelpLink chapter="decisions" />
      </Group>
      <p>
        {count(operations.length, 'operation')}, including {formatNumber(extensions)} marked{' '}
        <ExtensionBadge />, which not every service offers. Choose an operation to see its parameters, bodies
        and responses, and to try it.
      </p>
      <h2>Base address</h2>
      <p>
        <Copyable value={`${location.origin}/api`} label="base address" />
      </p>
      <p>
        The OpenAPI description is at <a href="/-/openapi.json">openapi.json</a>. Paths in responses are
        relative to the base address. They identify records and never change.
      </p>
      <h2>Requests</h2>
      <p>
        Send <code translate="no">Accept: application/json</code> and, with a body,{' '}
        <code translate="no">Content-Type: application/json</code>. Put all properties into an object named{' '}
        <code translate="no">data</code>:
      </p>
      <CodeBlock label="Example body">{'{ "data": { "name": "Acme" } }'}</CodeBlock>
      <h2>Authentication</h2>
      <p>
        Send an API key with every request, <code translate="no">Authorization: token &lt;API_KEY&gt;</code>,
        or the cookie that <code translate="no">POST /authentication</code> sets. Your roles determine what
        you have access to.
      </p>
      <h2>Lists</h2>
      <p>
        A list has the form <code translate="no">{'{ "rows": 1204, "data": [ … ], "start": 0 }'}</code>,
        without <code translate="no">start</code> for providers. To get one page, send{' '}
        <code translate="no">start</code> and <code translate="no">limit</code>, at most{' '}
        {formatNumber(limits.pageMax)} records.
      </p>
      <h2>Background jobs</h2>
      <p>
        Long-running work returns 202 with a background job's status, whose path is in{' '}
        <code translate="no">Location</code>. Poll it until <code translate="no">finished</code> is true.
      </p>
      <h2>Errors</h2>
      <p>
        Errors have a status of 400 or above and one sentence per problem. Problems of a field start with its
        name:
      </p>
      <CodeBlock label="Example error">
        {'{ "detail": ["name: is required", "scope: must contain openid"] }'}
      </CodeBlock>
    </article>
  );
}
