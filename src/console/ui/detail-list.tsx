import type { ReactNode } from 'react';
import classes from './detail-list.module.css';

/** A list of a record's details, one per line. */
export function DetailList({ children }: { children: ReactNode }) {
  return (
    <table className={classes.list}>
      <tbody>{children}</tbody>
    </table>
  );
}

/** One line of a `DetailList`. */
export function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row" translate="yes">
        {name}
      </th>
      <td>{children}</td>
    </tr>
  );
}
