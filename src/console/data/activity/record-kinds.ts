import type { Change } from '../../../contract/activity/changes.ts';
import { changesTo } from '../../lib/changes-to.ts';
import { isSecret, type Fields } from './versions.ts';

import { roleFields, roleRecords } from '../access/roles.ts';
import type { AccessRecords } from '../access/access-records.ts';
import { userFields, userRecords } from '../access/users.ts';
import { groupFields, updateGroup, readGroup } from '../groups/queries.ts';
import { fieldNames, labels } from '../oidc/fields.ts';
import { toForm, toUpdateRequest } from '../oidc/form-values.ts';
import { mayUndo, movedSecret, secretWarning } from '../oidc/moved-secret.ts';
import { createOidcOp, enableButton, readButton, readOidcOp, updateOidcOp } from '../oidc/providers.ts';
import type { RecordType } from '../refresh.ts';
import type { PlannedWrite } from '../write.ts';
import type { RecordFields } from '../record-fields.tsx';
import { labelOf, type Labels } from '../record-edit.ts';

/** How the records of one kind are read and written again from the change log. */
export interface RecordKind {
  noun: RecordType;
  /** The first part of its paths. */
  collection: string;
  /** The page that its records' pages are below. */
  page: string;
  /** The field that holds its path. */
  pathField: string;
  /** The feature that writing one needs. */
  feature: string;
  /** The field with the group on which creating one needs it; undefined for the Default group. */
  groupField?: string;
  /** Labels of its fields, as in its form. */
  labels: Labels;
  /** Fields that an update can write. */
  writable: readonly string[];
  /** Fields to create one from. */
  creatable: readonly string[];
  /** Reads the record, bypassing the cache. */
  read(id: number): Promise<object>;
  /** What an update to these values sends. Empty if nothing differs. */
  changesTo(current: object, values: Fields): Fields;
  /** The service checks the values again: they come from its own log. @param name the record's @param current as of `EditedRecord` */
  update(id: number, name: string, data: Fields, current: object): PlannedWrite<object>;
  /** Absent of groups, which the service recreates with their subgroups. */
  create?(data: Fields): PlannedWrite<object>;
  /** What's different about a recreated one, in sentences. */
  recreated?: string;
  /** Creating one needs a client secret, which isn't recorded. */
  needsSecret?: true;
  /** What else an update to these values does. */
  warningFor?(current: object, values: Fields): string | undefined;
  /** As of `EditedRecord`. */
  undoable?(before: object, now: object): boolean;
}

/** What a kind makes of the fields of its form. */
function fromForm(fields: RecordFields) {
  const creatable = Object.keys(fields);
  return { labels: fields, writable: creatable.filter((name) => !fields[name]?.createOnly), creatable };
}

/** What users and roles have in common. */
function accessKind<Item extends object>({ noun, read, update, create }: AccessRecords<Item>) {
  const pathOf = (id: number) => `/${noun}s/${id}`;
  return {
    noun,
    collection: `${noun}s`,
    page: `/access/${noun}s`,
    pathField: `${noun}_resource`,
    feature: 'group_admin',
    read: (id: number) => read(pathOf(id)),
    changesTo,
    update: (id: number, name: string, data: Fields) => update(pathOf(id), name, data as never),
    create: (data: Fields) => create(data as never),
  };
}

const kinds: readonly RecordKind[] = [
  {
    noun: 'group',
    collection: 'groups',
    page: '/groups',
    pathField: 'group_resource',
    feature: 'group',
    groupField: 'parent_resource',
    ...fromForm({ ...groupFields, parent_resource: { label: 'Parent', createOnly: true } }),
    read: (id) => readGroup(id),
    changesTo,
    update: updateGroup,
  },
  {
    noun: 'provider',
    collection: 'oidc_ops',
    page: '/oidc',
    pathField: 'resource',
    feature: 'palisade',
    labels: { ...labels, login_enabled: 'Sign-in button' },
    writable: [...fieldNames, 'login_enabled'],
    creatable: fieldNames,
    recreated:
      "Creates the provider with a new ID. Enter its client secret again: secrets aren't recorded. Its button is shown, even if the old one was suspended.",
    needsSecret: true,
    warningFor: (current, values) => {
      const base = toForm(current);
      const moved = movedSecret(base, toForm({ ...base, ...values }));
      return moved && secretWarning(moved, false);
    },
    undoable: mayUndo,
    read: async (id) => ({ ...(await readOidcOp(id)), login_enabled: (await readButton(id)).enabled }),
    changesTo: (current, values) => {
      const base = toForm(current);
      const { login_enabled } = changesTo(current, values);
      const configuration = toUpdateRequest(base, toForm({ ...base, ...values }), undefined);
      return { ...configuration, ...(login_enabled !== undefined && { login_enabled }) };
    },
    update: (id, name, { login_enabled: enabled, ...data }) => {
      const op = { id, name, resource: `/oidc_ops/${id}` };
      if (typeof enabled !== 'boolean') return updateOidcOp(op, data);
      const button = enableButton(op, enabled);
      if (Object.keys(data).length === 0) return button;
      const configuration = updateOidcOp(op, data);
      // No one signs in through a button that's to be suspended.
      const [first, last] = enabled ? [configuration, button] : [button, configuration];
      const send = async () => {
        await first.send();
        return last.send();
      };
      return { ...configuration, send };
    },
    create: (data) => createOidcOp(data),
  },
  {
    ...accessKind(userRecords),
    groupField: 'group_resource',
    recreated: 'Creates the user with a new ID, without a password and API keys. Set a password afterwards.',
    writable: [...Object.keys(userFields), 'suspended'],
    creatable: [...Object.keys(userFields), 'suspended'],
    labels: { ...userFields, password: 'Password', has_password: 'Password', suspended: 'Suspended' },
  },
  {
    ...accessKind(roleRecords),
    groupField: 'admin_group',
    recreated: 'Creates the role with a new ID. Assign it to its users again.',
    ...fromForm(roleFields),
    read: async (id) => {
      const role = await roleRecords.read(`/roles/${id}`);
      return { ...role, admin_group: role.admin_group.group_resource };
    },
  },
];

/** The kind of record at a path, and its ID; undefined for other paths, such as those of API keys. */
export function recordAt(path: string): { kind: RecordKind; id: number } | undefined {
  const [, collection, digits = '', ...rest] = path.split('/');
  const kind = kinds.find((candidate) => candidate.collection === collection);
  return kind && rest.length === 0 && /^\d+$/.test(digits) ? { kind, id: Number(digits) } : undefined;
}

/** The address of a record's page; undefined if it has none. */
export function recordAddress(path: string): string | undefined {
  const record = recordAt(path);
  return record && `${record.kind.page}/${record.id}`;
}

/** A field's label: as in the form, or its name in words. */
export function fieldLabel(kind: RecordKind | undefined, name: string): string {
  if (kind && Object.hasOwn(kind.labels, name)) return labelOf(kind.labels, name);
  const words = name.replace(/_resources?$/, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * What restoring a version of a record writes, and which fields differ but can't be written, such as the group that administers a role.
 * @param version the version's known values; fields that never changed keep their current values
 * @param current the record now
 */
export function restorationOf(kind: RecordKind, version: Fields, current: object) {
  const changed = changesTo(current, version);
  const values = writableOf(kind, changed);
  return { values, fixed: Object.keys(changed).filter((name) => !(name in values) && name in current) };
}

/** The values of a version that an update can write. */
export function writableOf(kind: RecordKind, version: Fields): Fields {
  const writable = Object.entries(version).filter(([name]) => kind.writable.includes(name));
  return Object.fromEntries(writable.map(([name, value]) => [name, value ?? '']));
}

/** The values before a change, as far as they're recorded. */
const valuesBefore = ({ fields }: Change) =>
  Object.fromEntries(
    fields.flatMap((field) => (isSecret(field) ? [] : [[field.name, field.before ?? null] as const])),
  );

/** The values before a change, to write them back; undefined if it isn't an update or there are none. */
export function formerValues(kind: RecordKind, change: Change): Fields | undefined {
  const former = writableOf(kind, valuesBefore(change));
  return change.action === 'updated' && Object.keys(former).length > 0 ? former : undefined;
}

/** The values to create a deleted record from again; undefined unless the change deleted that one record. */
export function lastValues(kind: RecordKind, change: Change): Fields | undefined {
  if (change.action !== 'deleted' || (!kind.create && change.recreatable === null)) return undefined;
  const values = Object.entries(valuesBefore(change)).filter(
    ([name, value]) => kind.creatable.includes(name) && value !== null && value !== '',
  );
  return values.length === 0 ? undefined : Object.fromEntries(values);
}
