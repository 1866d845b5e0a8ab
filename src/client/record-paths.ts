import { recordPathIn, type Collection } from '../contract/path-fields.ts';

/** What the fields with paths of records refer to, and which fields are times. */
const kinds = new Map<string, Collection | 'times'>([
  ['group_resource', 'groups'],
  ['parent_resource', 'groups'],
  ['group_resources', 'groups'],
  ['user_resource', 'users'],
  ['role_resource', 'roles'],
  ['role_resources', 'roles'],
  ['oidc_op_resource', 'oidc_ops'],
  ['created_at', 'times'],
  ['updated_at', 'times'],
]);

const withoutZone = /^(\d{4}-\d{2}-\d{2})[T ]([\d:.]+)$/;

/**
 * Writes the paths of records as docs/api.md does, `/groups/5`, so that everything else can compare and read them: a remote
 * service may write them with a base URL, a prefix or a trailing slash. Times that don't say their zone are UTC, and not the
 * browser's. What isn't understood stays as it is.
 * @returns a copy where something differs: the request inspector keeps what came
 */
export function withRecordPaths<Value>(value: Value): Value {
  // Every case returns the shape of its argument, which the compiler can't infer.
  return rewritten(value, undefined) as Value;
}

function rewritten(value: unknown, kind: Collection | 'times' | undefined): unknown {
  if (typeof value === 'string')
    return kind === 'times' ? value.replace(withoutZone, '$1T$2Z') : kind ? recordPath(kind, value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return rewrittenList(value, kind);
  let copy: Record<string, unknown> | undefined;
  const fields = value as Record<string, unknown>;
  for (const name of Object.keys(fields)) {
    const field = rewritten(fields[name], kinds.get(name));
    if (field === fields[name]) continue;
    copy ??= { ...fields };
    copy[name] = field;
  }
  return copy ?? value;
}

function rewrittenList(list: readonly unknown[], kind: Collection | 'times' | undefined): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let index = 0; index < list.length; index += 1) {
    const item = rewritten(list[index], kind);
    if (item === list[index]) continue;
    copy ??= [...list];
    copy[index] = item;
  }
  return copy ?? list;
}

/** A path as docs/api.md writes it, or the text if it isn't understood. */
export function recordPath(collection: Collection, text: string): string {
  return recordPathIn(collection, text) ?? text;
}
