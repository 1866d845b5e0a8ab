import type { ReactNode } from 'react';
import classes from './item-list.module.css';

/** One line of a short list. */
export interface Item {
  id: string;
  icon: ReactNode;
  /** Colors the icon. */
  tone?: 'bad' | 'warning' | 'muted' | undefined;
  /** A link to what it's about. */
  title: ReactNode;
  /** Where, when or why. */
  detail: ReactNode;
}

/** A short list of things to look at. */
export function ItemList({ items, labelId }: { items: readonly Item[]; labelId?: string }) {
  return (
    <ul className={classes.items} aria-labelledby={labelId}>
      {items.map(({ id, icon, tone, title, detail }) => (
        <li key={id} className={classes.item} data-tone={tone}>
          <span className={classes.icon}>{icon}</span>
          <div className={classes.text}>
            <div className={classes.title}>{title}</div>
            <div className={classes.detail}>{detail}</div>
          </div>
        </li>
      ))}
    </ul>
  );
}
