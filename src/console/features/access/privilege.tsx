import classes from './access.module.css';
import { privilegeMarks } from '../../data/access/privilege-chips.tsx';
import { msg } from '../../lib/text.ts';
import { privilegeDescription } from './feature-meanings.ts';

/** Privileges with a word and an icon, their codes on hover; a dash for none. Undefined ones aren't known. */
export function Privilege({ of: held }: { of: readonly string[] | undefined }) {
  if (!held) return <span className="muted">unknown</span>;
  if (held.length === 0)
    return (
      <span className="muted">
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">none</span>
      </span>
    );
  return held.map((privilege) => {
    const known = privilegeMarks.get(privilege);
    return (
      <span key={privilege} className={classes.privilege} data-privilege={privilege}>
        {known && <known.Icon width={12} height={12} />}
        <span title={msg`${privilege}: ${privilegeDescription(privilege)}`}>{known?.word ?? privilege}</span>
      </span>
    );
  });
}
