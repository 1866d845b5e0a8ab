import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { errorProps } from '../../../data/error-props.ts';
import { recentSignInsQuery, signInLog } from '../../../data/activity/logs.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import classes from '../activity.module.css';
import { EraseUser } from '../erase-user.tsx';
import { signInColumns } from './sign-in-columns.tsx';
import { AnchorLink } from '../../../ui/links/links.tsx';
import { Section } from '../../../ui/section.tsx';

interface RecentSignInsProps {
  /** The user's path. */
  user: string;
  login: string;
  /** Whether the signed-in user can erase them from the logs. */
  canErase: boolean;
}

/** A user's most recent sign-ins. */
export function RecentSignIns({ user, login, canErase }: RecentSignInsProps) {
  const { data, error, refetch } = useQuery(recentSignInsQuery(user));
  const columns = useMemo(() => signInColumns({ user }).filter(({ id }) => id !== 'login'), [user]);
  return (
    <Section
      id="recent-sign-ins"
      title="Recent sign-ins"
      mb={8}
      actions={canErase && data && <EraseUser path={user} login={login} exists />}
    >
      <div className={classes.embedded}>
        <DataTable
          id="recent-sign-in"
          label="Recent sign-ins"
          noun="sign-in"
          rows={data?.entries}
          columns={columns}
          keyOf={signInLog.keyOf}
          error={error && errorProps(error, refetch)}
          empty={<Text>No sign-ins recorded yet</Text>}
        />
        {data && !data.complete && (
          <AnchorLink to="/activity" search={{ user }} mt={8}>
            Show all sign-ins
          </AnchorLink>
        )}
      </div>
    </Section>
  );
}
