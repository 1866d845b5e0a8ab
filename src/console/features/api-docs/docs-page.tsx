import { Button } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { setInspectorOpen } from '../../data/overlays.ts';
import { authenticationQuery, gatewayQuery } from '../../data/session/queries.ts';
import { connectionOf } from '../../data/session/connection.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { ArrowLeftIcon } from '../../ui/icons.tsx';
import { Logo } from '../../ui/logo.tsx';
import classes from './api-docs.module.css';
import { OperationList } from './operation-list.tsx';
import { OperationPage } from './operation-page.tsx';
import { Overview } from './overview.tsx';
import { descriptionQuery } from './description.ts';
import { useTitle } from '../../ui/use-title.ts';

interface DocsPageProps {
  /** The ID of the selected operation. */
  selected: string | undefined;
  /** Whether it's in the console's frame; without a session, it has a header of its own. */
  isFramed: boolean;
}

/** The reference of the management API, generated from its OpenAPI description. Reading it needs no session. */
export function DocsPage({ selected, isFramed }: DocsPageProps) {
  const { description, note } = useSuspenseQuery(descriptionQuery()).data;
  const session = useQuery(authenticationQuery());
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
