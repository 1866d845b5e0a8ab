import classes from './access.module.css';
import { privilegeDescription } from './feature-meanings.ts';

/** Privileges as the service names them, explained on hover; a dash for none. Undefined ones aren't known. */
export function Privilege({ of: held }: { of: readonly string[] | undefined }) {
  if (!held) return <span className="muted">unknown</span>;
  if (held.length === 0)
    return (
      <span className="muted">
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">none</span>
      </span>
    );
  return held.map((privilege) => (
    <span key={privilege} className={classes.privilege} data-privilege={privilege}>
      <span title={privilegeDescription(privilege)}>{privilege}</span>
    </span>
  ));
}
