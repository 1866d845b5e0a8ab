import { AlertIcon, icon } from '../../../ui/icons.tsx';
import type { FieldName } from '../../../data/oidc/fields.ts';
import { kindNames } from '../side-panel/checks.ts';
import { useEditorParts } from './editor-context.ts';
import classes from './field-checks.module.css';

const InfoIcon = icon('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 11v5m0-8.5h.01');

/** The id of a field's checks, which describe its input. */
export function checksId(name: FieldName | 'client_secret'): string {
  return `oidc-${name}-checks`;
}

/** What the checks found about a field, below it. The side panel lists the checks of all fields. */
export function FieldChecks({ name }: { name: FieldName | 'client_secret' }) {
  const { checks } = useEditorParts();
  const found = checks.filter(({ field }) => field === name);
  const list = found.length > 0 && (
    <ul id={checksId(name)} className={classes.checks}>
      {found.map(({ kind, text }) => {
        const Icon = kind === 'info' ? InfoIcon : AlertIcon;
        return (
          <li key={text} data-kind={kind}>
            <Icon width={14} height={14} role="img" aria-hidden={undefined} aria-label={kindNames[kind]} />
            <span>{text}</span>
          </li>
        );
      })}
    </ul>
  );
  // Announced, because changing another field can cause it.
  return name === 'client_secret' ? <div role="status">{list}</div> : list;
}
