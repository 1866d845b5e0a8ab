import { Link } from '@tanstack/react-router';
import { formatNumber } from '../../lib/text.ts';
import { GroupsIcon, KeyIcon, ShieldIcon, UserIcon } from '../../ui/icons.tsx';
import classes from './overview.module.css';
import type { Count, Counts } from './use-counts.ts';

const kinds = [
  { kind: 'groups', to: '/groups', one: 'group', Icon: GroupsIcon },
  { kind: 'providers', to: '/oidc', one: 'provider', Icon: KeyIcon },
  { kind: 'users', to: '/access/users', one: 'user', Icon: UserIcon },
  { kind: 'roles', to: '/access/roles', one: 'role', Icon: ShieldIcon },
] as const;

/** How many records of each kind there are, with links to their lists. */
export function CountLinks({ counts }: { counts: Counts }) {
  const shown = kinds.filter(({ kind }) => counts[kind] !== undefined);
  if (shown.length === 0) return null;
  return (
    <ul className={classes.counts} aria-label="Records">
      {shown.map(({ kind, to, one, Icon }) => (
        <li key={kind}>
          <Link to={to} className={classes.count}>
            <Icon />
            <span>
              <strong>{numberOf(counts[kind])}</strong> {isOne(counts[kind]) ? one : `${one}s`}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function isOne(value: Count): boolean {
  return typeof value === 'object' && value.count === 1 && value.exact;
}

/** A count as text: "1,204", "at least 12". */
function numberOf(value: Count): string {
  if (value === 'unknown') return 'Unknown number of';
  if (typeof value !== 'object') return '…';
  return `${value.exact ? '' : 'At least '}${formatNumber(value.count)}`;
}
