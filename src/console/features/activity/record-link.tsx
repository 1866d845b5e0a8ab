import { Link } from '@tanstack/react-router';
import { recordAt } from '../../data/activity/record-kinds.ts';
import { Name } from '../../ui/name.tsx';

/** The address of a record's page; undefined if it has none. */
export function recordAddress(path: string): string | undefined {
  const record = recordAt(path);
  return record && `${record.kind.page}/${record.id}`;
}

/** A record's name, as a link if it has a page. The page says so if the record was deleted. */
export function RecordLink({ path, name }: { path: string; name: string }) {
  const address = recordAddress(path);
  if (address === undefined) return <Name>{name}</Name>;
  return (
    <Link to={address}>
      <Name>{name}</Name>
    </Link>
  );
}
