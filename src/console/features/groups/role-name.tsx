import { Link } from '@tanstack/react-router';
import { roleIdOf } from '../../../contract/access/roles.ts';
import { Name } from '../../ui/name.tsx';

/** A role's name, as a link to its page if it has one. */
export function RoleName({ path, name }: { path: string; name: string }) {
  const id = roleIdOf(path);
  if (id === undefined) return <Name>{name}</Name>;
  return (
    <Link to="/access/roles/$roleId" params={{ roleId: String(id) }}>
      <Name>{name}</Name>
    </Link>
  );
}
