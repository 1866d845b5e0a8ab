import type { ReactNode } from 'react';
import classes from './detail-list.module.css';

/** What is known of one record, a line for each. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <table className={classes.facts}>
      <tbody>{children}</tbody>
    </table>
  );
}

/** One line of it. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{children}</td>
    </tr>
  );
}
