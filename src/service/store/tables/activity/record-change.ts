import { sql, type RawBuilder } from 'kysely';
import type { Author, ChangeRow, NewChange } from '../../../domain/activity/activity-ports.ts';
import { numbered, type NumberedRow } from './activity.ts';

/** A change whose resource and path may be expressions in the columns of what the statement makes. */
export type LoggedChange = Pick<ChangeRow, 'action' | 'name' | 'count'> & {
  /** As JSON. */
  fields: string;
  /** The record's path, or that of the record it belongs to. */
  record: RawBuilder<unknown>;
  resource: RawBuilder<unknown>;
  collection: string;
  /** An array of group ids. */
  path: RawBuilder<unknown>;
};

/**
 * The common table expressions that record a change in the statement that makes it. `numbered` has the entry's number and
 * time, and what was made.
 * @param made the expression that makes the change, if there's one: no row, no entry
 */
export function recordedWith(
  author: Author,
  change: LoggedChange,
  at: Date,
  made?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`${numbered('changes', at, made)}, logged as (
    insert into changes (id, at, user_id, login, via, action, collection, record, resource, name, fields, count,
      request_id, path)
    select last, at, ${author.userId}::int, ${author.login}, ${author.via}, ${change.action},
      ${change.collection}, ${change.record}, ${change.resource}, ${change.name},
      ${change.fields}::jsonb, ${change.count}::int, ${author.requestId ?? ''}, ${change.path}
    from numbered
  )`;
}

/** The entry as read from the log. */
export function entryOf(
  author: Author,
  { action, resource, name, fields, count }: Omit<NewChange, 'groupId' | 'path'> & Pick<ChangeRow, 'count'>,
  { last, at }: NumberedRow,
): ChangeRow {
  const { userId: user_id, login, via, requestId: request_id = '' } = author;
  return {
    id: last,
    at,
    user_id,
    login,
    via,
    action,
    resource,
    name,
    fields: [...fields],
    count,
    request_id,
  };
}
