import type { ReactNode } from 'react';
import classes from './detail-list.module.css';

/** Instead of an empty value. */
export const none = <span className="muted">none</span>;

/** A record's details by their names, one per line. */
export type Details = Readonly<Record<string, ReactNode>>;

/** A list of details, without those that are `false`, undefined or empty. */
export function DetailList({ details }: { details: Details }) {
  return (
    <table className={classes.list}>
      <tbody>
        {Object.entries(details).map(
          ([name, value]) =>
            value !== undefined &&
            value !== false &&
            value !== '' && (
              <tr key={name}>
                <th scope="row" translate="yes">
                  {name}
                </th>
                <td>{value}</td>
              </tr>
            ),
        )}
      </tbody>
    </table>
  );
}
