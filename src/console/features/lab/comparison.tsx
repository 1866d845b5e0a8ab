import { List, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatNumber, isolate, msg } from '../../lib/text.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import { comparisonQuery } from './data-queries.ts';
import { Name } from '../../ui/name.tsx';
import { sentencesOf } from '../../api/errors.ts';

const kinds = [
  ['groups', 'Groups'],
  ['users', 'Users'],
  ['roles', 'Roles'],
  ['oidc_ops', 'OIDC providers'],
] as const;

/** What has changed since a snapshot was saved. */
export function Comparison({ name }: { name: string }) {
  const { data, error } = useQuery(comparisonQuery(name));
  if (error) return <ErrorView title={msg`Couldn't compare ${name}`} detail={sentencesOf(error)} />;
  if (!data) return <Skeleton h={60} />;
  const changed = kinds.filter(([kind]) => data[kind].added + data[kind].removed + data[kind].changed > 0);
  if (changed.length === 0)
    return (
      <Text>
        No changes since <Name>{name}</Name>.
      </Text>
    );
  return (
    <List size="sm">
      {changed.map(([kind, label]) => {
        const { added, removed, names, changed: edited } = data[kind];
        return (
          <List.Item key={kind}>
            {label}: {differences({ added, removed, changed: edited })} ({names.map(isolate).join(', ')}
            {added + removed + edited > names.length && ', …'})
          </List.Item>
        );
      })}
    </List>
  );
}

/** Formats the counts that aren't zero: "1 added, 2 changed". */
function differences(numbers: Record<string, number>): string {
  return Object.entries(numbers)
    .filter(([, number]) => number > 0)
    .map(([what, number]) => `${formatNumber(number)} ${what}`)
    .join(', ');
}
