import { Link } from '@tanstack/react-router';
import { Name } from '../../ui/name.tsx';
import { recordAddress } from './record-kinds.ts';

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
