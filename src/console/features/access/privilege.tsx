import classes from './access.module.css';
import { privilegeInWords } from './feature-meanings.ts';

/** Privileges as the service calls them, with their meaning on hover and for screen readers; a dash for none. */
export function Privilege({ of: held }: { of: readonly string[] }) {
  if (held.length === 0) {
    return (
      <span className="muted">
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">none</span>
      </span>
    );
  }
  return held.map((privilege) => (
    <span key={privilege} className={classes.privilege} data-privilege={privilege}>
      <span title={privilegeInWords(privilege)}>{privilege}</span>
    </span>
  ));
}
