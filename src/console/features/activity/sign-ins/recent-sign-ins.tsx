import { Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isNotOffered, isWorthRetrying, sentencesOf } from '../../../api/errors.ts';
import { recentQuery, signInLog } from '../../../data/activity/logs.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { NotOffered } from '../../../ui/not-offered.tsx';
import classes from '../activity.module.css';
import { EraseUser } from '../erase-user.tsx';
import { signInColumns } from './sign-in-columns.tsx';
import { AnchorLink } from '../../../ui/links.tsx';

const most = 10;

interface RecentSignInsProps {
  /** The user's path. */
  user: string;
  login: string;
  /** Whether the signed-in user can erase them from the logs. */
  canErase: boolean;
}

/** A user's most recent sign-ins. */
export function RecentSignIns({ user, login, canErase }: RecentSignInsProps) {
  const { data, error, refetch } = useQuery(recentQuery(signInLog, { user }, most));
  const columns = useMemo(() => signInColumns({ user }).filter(({ id }) => id !== 'login'), [user]);
  return (
    <section aria-labelledby="recent-sign-ins">
      <Group justify="space-between" mb={8}>
        <Title order={2} id="recent-sign-ins">
          Recent sign-ins
        </Title>
        {canErase && data && <EraseUser path={user} login={login} exists />}
      </Group>
      {isNotOffered(error) ? (
        <NotOffered feature="a sign-in log" />
      ) : (
        <div className={classes.embedded}>
          <DataTable
            id="recent-sign-in"
            label="Recent sign-ins"
            noun="sign-in"
            rows={data?.entries}
            columns={columns}
            keyOf={signInLog.keyOf}
            error={
              error
                ? {
                    detail: sentencesOf(error),
                    onRetry: isWorthRetrying(error) ? () => void refetch() : undefined,
                  }
                : undefined
            }
            empty={<Text size="sm">No sign-ins recorded yet</Text>}
          />
          {data && !data.complete && (
            <AnchorLink to="/activity" search={{ user }} size="sm" mt={8}>
              Show all sign-ins
            </AnchorLink>
          )}
        </div>
      )}
    </section>
  );
}
