import { Link } from '@tanstack/react-router';
import type { CurrentPlace } from '../../data/places/use-current-places.ts';
import { GroupsIcon, KeyIcon, ShieldIcon, UserIcon } from '../../ui/icons.tsx';
import classes from './overview.module.css';

const kinds = {
  group: { Icon: GroupsIcon, word: 'Group' },
  provider: { Icon: KeyIcon, word: 'Provider' },
  user: { Icon: UserIcon, word: 'User' },
  role: { Icon: ShieldIcon, word: 'Role' },
} as const;

/** Links to records, with the place of each group. */
export function PlaceList({
  id,
  title,
  places,
}: {
  id: string;
  title: string;
  places: readonly CurrentPlace[];
}) {
  if (places.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={classes.places}>
        {places.map(({ address, name, path, kind }) => {
          const { Icon, word } = kinds[kind];
          return (
            <li key={address}>
              <Link to={address} className={classes.place} title={[path, name].filter(Boolean).join(' › ')}>
                <Icon role="img" aria-hidden={undefined} aria-label={word} />
                <span className={classes.name} dir="auto">
                  {name}
                </span>
                {path && <span className={classes.path}>{path}</span>}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
