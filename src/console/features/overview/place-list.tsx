import { Link } from '@tanstack/react-router';
import type { CurrentPlace } from '../../data/places/use-current-places.ts';
import { placeKinds } from '../../data/places/place-kinds.ts';
import classes from './overview.module.css';

interface PlaceListProps {
  id: string;
  title: string;
  places: readonly CurrentPlace[];
}

/** Links to records, with the place of each group. */
export function PlaceList({ id, title, places }: PlaceListProps) {
  if (places.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={classes.places}>
        {places.map(({ address, name, path, kind }) => {
          const { Icon, word } = placeKinds[kind];
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
