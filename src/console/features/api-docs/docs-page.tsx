import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { authenticationQuery, gatewayQuery } from '../../data/session/queries.ts';
import { connectionOf } from '../../data/session/connection.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { ArrowLeftIcon } from '../../ui/icons.tsx';
import { Logo } from '../../ui/logo.tsx';
import { PagePending } from '../../ui/page-pending.tsx';
import classes from './api-docs.module.css';
import { OperationList } from './operation-list.tsx';
import { OperationPage } from './operation-page.tsx';
import { Overview } from './overview.tsx';
import { descriptionQuery } from './queries.ts';
import { Name } from '../../ui/name.tsx';

interface DocsPageProps {
  selected: string | undefined;
  /** Opens the request inspector. */
  onInspect(): void;
  /** What is shown below the page. */
  children: ReactNode;
}

/** The reference of the management API, made from its description. Reading it needs no session. */
export function DocsPage({ selected, onInspect, children }: DocsPageProps) {
  const found = useQuery(descriptionQuery());
  const session = useQuery(authenticationQuery());
  // After a sign-out the last answer is still there, beside the refusal.
  const login = session.isError ? undefined : session.data?.login;
  const [query, setQuery] = useState('');
  const description = found.data?.description;
  const operation = description?.operations.find(({ id }) => id === selected);
  useHeading(operation?.summary ?? 'API docs', description !== undefined);
  return (
    <div className={classes.page} data-selected={selected === undefined ? undefined : true}>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <Header login={login} onInspect={onInspect} />
      <div className={classes.body}>
        <nav aria-label="Operations" className={classes.list}>
          {description && (
            <OperationList
              operations={description.operations}
              selected={selected}
              query={query}
              onQueryChange={setQuery}
            />
          )}
        </nav>
        <main id="main" tabIndex={-1} className={classes.main}>
          {selected !== undefined && (
            <Link to="/-/docs" className={classes.back}>
              <ArrowLeftIcon /> All operations
            </Link>
          )}
          {found.data?.note && <p className={classes.note}>{found.data.note}</p>}
          {found.isPending && <PagePending />}
          {found.error && (
            <ErrorView
              title="Couldn't load the API description"
              detail={[found.error.message]}
              onRetry={() => void found.refetch()}
            />
          )}
          {description && selected === undefined && <Overview description={description} />}
          {description && selected !== undefined && !operation && (
            <ErrorView title="Operation not found" detail={[`${selected} is not in the description.`]} />
          )}
          {description && operation && (
            <OperationPage
              key={operation.id}
              operation={operation}
              description={description}
              login={login}
              asking={session.isPending}
            />
          )}
        </main>
      </div>
      {children}
    </div>
  );
}

function Header({ login, onInspect }: { login: string | undefined; onInspect(): void }) {
  const { data: gateway } = useQuery(gatewayQuery());
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
        <Button size="compact-sm" variant="default" onClick={onInspect}>
          Request inspector
        </Button>
        {gateway && <span className={classes.where}>{connectionOf(gateway).where}</span>}
        {login === undefined ? (
          <a href={`/sign-in?return_to=${encodeURIComponent(location.pathname + location.search)}`}>
            Sign in
          </a>
        ) : (
          <span>
            Signed in as <Name>{login}</Name>
          </span>
        )}
      </span>
    </section>
  );
}

/** On another operation: its title in the window, the focus on its heading, and the page at its top. */
function useHeading(title: string, ready: boolean): void {
  const first = useRef(true);
  useEffect(() => {
    document.title = `${title} · Palisade`;
    if (!ready) return;
    if (first.current) {
      first.current = false;
      return;
    }
    const main = document.querySelector<HTMLElement>('main');
    main?.scrollTo(0, 0);
    main?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [title, ready]);
}
