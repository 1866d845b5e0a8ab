import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { userIdOf } from '../../../../contract/access/users.ts';
import { isUnavailable } from '../../../../client/errors.ts';
import {
  endOtherSessions,
  endSession,
  sessionKey,
  sessionsQuery,
  type ListedSession,
} from '../../../data/access/sessions.ts';
import { detectBrowser } from '../../../data/activity/user-agent.ts';
import { ConfirmAction } from '../../../data/confirm-action.tsx';
import { errorProps } from '../../../data/error-props.tsx';
import { notify } from '../../../data/notifications/notify.ts';
import { refresh } from '../../../data/refresh.ts';
import { clockTime, exactTime } from '../../../lib/ago.ts';
import { count, msg } from '../../../lib/text.ts';
import type { Column } from '../../../ui/data-table/columns.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { textColumn, timeColumn, verbatim } from '../../../ui/data-table/time-column.tsx';
import { Name } from '../../../ui/name.tsx';
import { Section } from '../../../ui/section.tsx';

interface SessionsProps {
  /** Path of the user. */
  user: string;
  /** Undefined for one's own. */
  login: string | undefined;
  mayEnd: boolean;
}

const browserOf = ({ user_agent: userAgent = '' }: ListedSession) =>
  detectBrowser(userAgent) || 'Unknown browser';

const columns: readonly Column<ListedSession>[] = [
  textColumn('browser', 'Browser', 'minmax(150px, 2fr)', browserOf, {
    cell: (session) => <span title={session.user_agent}>{browserOf(session)}</span>,
  }),
  textColumn('address', 'Address', 'minmax(110px, 1fr)', ({ address = '' }) => address, verbatim),
  // To the minute, which may have begun before the sign-in.
  timeColumn('last_seen', 'Last seen', ({ created_at: first = '', last_seen_at: last = '' }) =>
    first > last ? first : last,
  ),
  timeColumn('created', 'Signed in', (session: ListedSession) => session.created_at),
  textColumn('method', 'Method', 'minmax(110px, 1fr)', ({ method, oidc_op_name: provider }) =>
    method === 'password' ? 'Password' : (provider ?? 'Unknown provider'),
  ),
  textColumn('expires', 'Ends', 'minmax(80px, 1fr)', ({ expires_at: at = '' }) => at, {
    isTime: true,
    cell: ({ expires_at: at = '' }) => (Number.isNaN(Date.parse(at)) ? at : clockTime(Date.parse(at))),
  }),
];

function endColumn(onEnd: (session: ListedSession) => void): Column<ListedSession> {
  return textColumn('actions', 'Actions', '128px', () => '', {
    screenOnly: true,
    cell: (session) =>
      session.current ? (
        <strong>This session</strong>
      ) : (
        <Button onClick={() => onEnd(session)}>
          End session
          <span className="visually-hidden">
            {msg` of ${browserOf(session)} at ${session.address ?? ''}, ${exactTime(new Date(session.created_at ?? 0))}`}
          </span>
        </Button>
      ),
  });
}

/** Where a user is signed in, and how to end that; nothing if the service doesn't offer it. */
export function Sessions({ user, login, mayEnd }: SessionsProps) {
  const enabled = userIdOf(user) !== undefined;
  const { data, error, refetch } = useQuery({ ...sessionsQuery(user), enabled });
  const [ending, setEnding] = useState<ListedSession | 'others'>();
  const shown = useMemo(() => (mayEnd ? [...columns, endColumn(setEnding)] : columns), [mayEnd]);
  if (!enabled || isUnavailable(error)) return null;
  const endAll = login === undefined ? 'Sign out everywhere else' : 'End all sessions';
  return (
    <Section
      id="sessions"
      title="Sessions"
      actions={
        mayEnd &&
        data?.some(({ current }) => !current) && <Button onClick={() => setEnding('others')}>{endAll}</Button>
      }
    >
      {login === undefined && (
        <Text c="dimmed" mb={8} maw="72ch">
          If you don't recognize one, end it and change your password.
        </Text>
      )}
      <DataTable
        id="session"
        label="Sessions"
        noun="session"
        rows={data}
        columns={shown}
        keyOf={sessionKey}
        error={error && errorProps(error, refetch)}
        empty={<Text>Not signed in anywhere</Text>}
      />
      {ending && (
        <EndSessions
          user={user}
          login={login}
          ending={ending}
          title={ending === 'others' ? endAll : 'End session'}
          onClose={() => setEnding(undefined)}
        />
      )}
    </Section>
  );
}

interface EndSessionsProps extends Pick<SessionsProps, 'user' | 'login'> {
  ending: ListedSession | 'others';
  title: string;
  onClose(): void;
}

/** Confirms ending a session, or all but the one of this browser. */
function EndSessions({ user, login, ending, title, onClose }: EndSessionsProps) {
  const run = async () => {
    if (ending === 'others') {
      const { record } = await endOtherSessions(user);
      notify.success(`${count(record?.ended ?? 0, 'session')} ended`);
    } else {
      await endSession(user, ending);
      notify.success('Session ended');
    }
    onClose();
    await refresh('user');
  };
  return (
    <ConfirmAction
      action={title}
      refusal={ending === 'others' ? "Couldn't end the sessions" : "Couldn't end the session"}
      run={run}
      onClose={onClose}
    >
      <Text size="md">
        {ending === 'others' ? (
          <>
            {login === undefined ? (
              'This signs you out in every other browser.'
            ) : (
              <>
                This signs <Name>{login}</Name> out everywhere.
              </>
            )}{' '}
            API keys keep working.
          </>
        ) : (
          msg`${browserOf(ending)} at ${ending.address ?? ''} will be signed out. What isn't saved there is lost.`
        )}
      </Text>
    </ConfirmAction>
  );
}
