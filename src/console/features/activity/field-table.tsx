import { Fragment } from 'react';
import type { ChangedField } from '../../../contract/activity/changes.ts';
import { fieldLabel, recordAt, type RecordKind } from '../../data/activity/record-kinds.ts';
import { isSecret } from '../../data/activity/versions.ts';
import { isolate } from '../../lib/text.ts';
import { GroupDirectoryProvider } from '../../data/groups/group-directory.tsx';
import { diffText } from '../../lib/diff/text-diff.ts';
import classes from './activity.module.css';
import { PathName } from './path-name.tsx';

interface FieldTableProps {
  /** Names the table: "Changed fields". */
  label: string;
  kind: RecordKind | undefined;
  fields: readonly ChangedField[];
  /** The headers of the two values. */
  headers: readonly [before: string, after: string];
}

/** Values of fields before and after a change, with what differs marked. Groups and roles are named as they are now. */
export function FieldTable({ label, kind, fields, headers: [before, after] }: FieldTableProps) {
  return (
    <GroupDirectoryProvider>
      <table className={classes.fields} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">{before}</th>
            <th scope="col">{after}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.name}>
              <th scope="row">{fieldLabel(kind, field.name)}</th>
              {isSecret(field) ? (
                <td colSpan={2} className="muted">
                  Replaced. Secrets aren’t recorded.
                </td>
              ) : (
                <>
                  <td data-label={before}>
                    <Value value={field.before} other={field.after} side="only-left" />
                  </td>
                  <td data-label={after}>
                    <Value value={field.after} other={field.before} side="only-right" />
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </GroupDirectoryProvider>
  );
}

interface ValueProps {
  value: unknown;
  /** The value on the other side. */
  other: unknown;
  side: 'only-left' | 'only-right';
}

function Value({ value, other, side }: ValueProps) {
  if (Array.isArray(value)) return <Members members={value} others={Array.isArray(other) ? other : []} />;
  const text = textOf(value);
  if (text === '') return <span className="muted">none</span>;
  if (recordAt(text)) return <PathName path={text} />;
  const parts = diffText(
    ...(side === 'only-left' ? ([text, textOf(other)] as const) : ([textOf(other), text] as const)),
  );
  const same = parts.reduce((sum, part) => sum + (part.kind === 'same' ? part.text.length : 0), 0);
  if (same * 2 < text.length) return <bdi>{text}</bdi>;
  return (
    <bdi>
      {parts
        .filter(({ kind }) => kind === 'same' || kind === side)
        // A part is identified only by its position.
        .map((part, index) => (part.kind === 'same' ? part.text : <mark key={index}>{part.text}</mark>))}
    </bdi>
  );
}

/** The members of a list, with those marked that the other one lacks. */
function Members({ members, others }: { members: readonly unknown[]; others: readonly unknown[] }) {
  if (members.length === 0) return <span className="muted">none</span>;
  const known = new Set(others.map(textOf));
  return members.map((member, index) => {
    const text = textOf(member);
    const shown = recordAt(text) ? <PathName path={text} /> : <bdi>{text}</bdi>;
    return (
      <Fragment key={text}>
        {index > 0 && ', '}
        {known.has(text) ? shown : <mark>{shown}</mark>}
      </Fragment>
    );
  });
}

/** A value as text: grants as in "group rw", anything else that isn't text as JSON. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  const { name, privilege } = value as { name?: unknown; privilege?: unknown };
  return typeof name === 'string' && typeof privilege === 'string'
    ? `${isolate(name)} ${privilege}`
    : JSON.stringify(value);
}
