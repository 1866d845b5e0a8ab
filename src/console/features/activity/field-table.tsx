import { Table } from '@mantine/core';
import { Fragment } from 'react';
import { none } from '../../ui/detail-list.tsx';
import { TableHead } from '../../ui/item-list/table-head.tsx';
import type { ChangedField } from '../../../contract/activity/changes.ts';
import { fieldLabel, recordAt, type RecordKind } from '../../data/activity/record-kinds.ts';
import { isSecret } from '../../data/activity/versions.ts';
import { grantText, isGrant } from '../../lib/privilege-text.ts';
import { PrivilegeChip } from '../../data/access/privilege-chips.tsx';
import { GroupDirectoryProvider } from '../../data/groups/group-directory.tsx';
import { diffText, wordsIn } from '../../lib/diff/text-diff.ts';
import { Listed } from '../../ui/name.tsx';
import { MarkedText } from '../../ui/marked-text.tsx';
import classes from './activity.module.css';
import { PathName } from './record-link.tsx';

interface FieldTableProps {
  /** Names the table: "Changed fields". */
  label: string;
  kind: RecordKind | undefined;
  fields: readonly ChangedField[];
  /** The headers of the values before and after a change; those without one aren't shown. */
  headers: Partial<Record<Side, string>>;
}

const bothSides = ['before', 'after'] as const;
type Side = (typeof bothSides)[number];

/**
 * Values of fields before and after a change, with what differs marked, in the form's order. Groups and roles are named as
 * they are now.
 */
export function FieldTable({ label, kind, fields, headers }: FieldTableProps) {
  const order = Object.keys(kind?.labels ?? {});
  const sides = bothSides.filter((side) => headers[side] !== undefined);
  return (
    <GroupDirectoryProvider>
      <Table className={classes.fields} aria-label={label}>
        <TableHead columns={['Field', ...sides.map((side) => headers[side])]} />
        <Table.Tbody>
          {fields
            .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
            .map((field) => (
              <Table.Tr key={field.name}>
                <Table.Th scope="row">{fieldLabel(kind, field.name)}</Table.Th>
                {isSecret(field) ? (
                  <Table.Td colSpan={sides.length} className="muted">
                    Replaced. Secrets aren't recorded.
                  </Table.Td>
                ) : (
                  sides.map((side) => (
                    <Table.Td key={side} data-label={sides.length > 1 ? headers[side] : undefined}>
                      <Value
                        value={field[side]}
                        other={field[sides.find((each) => each !== side) ?? side]}
                        kind={side === 'before' ? 'only-left' : 'only-right'}
                      />
                    </Table.Td>
                  ))
                )}
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </GroupDirectoryProvider>
  );
}

/** The average length of what two versions of a text share. */
const minRun = 4;

interface ValueProps {
  value: unknown;
  /** The value on the other side. */
  other: unknown;
  /** The parts that only this value has. */
  kind: 'only-left' | 'only-right';
}

function Value({ value, other, kind: own }: ValueProps) {
  if (Array.isArray(value)) return <Members members={value} others={Array.isArray(other) ? other : []} />;
  const text = textOf(value);
  if (text === '') return none;
  if (recordAt(text)) return <PathName path={text} />;
  const otherText = textOf(other);
  const texts = own === 'only-left' ? ([text, otherText] as const) : ([otherText, text] as const);
  const parts = diffText(...texts, wordsIn);
  const same = parts.filter((part) => part.kind === 'same');
  const shared = same.reduce((sum, part) => sum + part.text.length, 0);
  // In different texts, the words that happen to be the same mean nothing.
  const isOther = same.length > 1 && shared * 3 < Math.max(text.length, otherText.length);
  if (isOther || shared < minRun * same.length || shared === 0) return <bdi translate="no">{text}</bdi>;
  return (
    <bdi translate="no">
      <MarkedText parts={parts} side={own} />
    </bdi>
  );
}

/** The members of a list, with those marked that the other one lacks. */
function Members({ members, others }: { members: readonly unknown[]; others: readonly unknown[] }) {
  if (members.length === 0) return none;
  const known = new Set(others.map(textOf));
  return (
    <Listed>
      {members.map((member) => {
        const text = textOf(member);
        const plain = recordAt(text) ? <PathName path={text} /> : <bdi translate="no">{text}</bdi>;
        const shown = isGrant(member) ? <PrivilegeChip {...member} /> : plain;
        return <Fragment key={text}>{known.has(text) ? shown : <mark>{shown}</mark>}</Fragment>;
      })}
    </Listed>
  );
}

/** A value as text: grants as in "Groups · change", whether a user has a password, anything else that isn't text as JSON. */
function textOf(value: unknown): string {
  if (value === null || value === undefined || value === false) return '';
  if (value === true) return 'set';
  if (typeof value === 'string') return value;
  return isGrant(value) ? grantText(value) : JSON.stringify(value);
}
