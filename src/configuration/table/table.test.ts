import { describe, expect, it } from 'vitest';
import { FileError } from '../format.ts';
import { know } from '../known.ts';
import { readContent, type GroupEntry } from '../read.ts';
import { recordsIn } from './table-records.ts';
import type { Current } from '../service.ts';
import { isTable, parseTable, suggestedColumns, type Columns, type TableKind } from './table.ts';

const group = (id: number, name: string, parent: number) => ({
  name,
  description: '',
  group_resource: `/groups/${id}`,
  parent_resource: parent === id ? '' : `/groups/${parent}`,
});
const role = (id: number, name: string, admin: number) => ({
  name,
  role_resource: `/roles/${id}`,
  admin_group: { group_resource: `/groups/${admin}` },
  group_resources: [],
  features: [],
});
const known = know({
  groups: [group(0, 'Default', 0), group(1, 'EMEA', 0), group(2, 'Acme', 1), group(3, 'A > B', 0)],
  roles: [role(1, 'Operators', 0), role(2, 'Ops, EMEA', 0), role(3, 'Twice', 0), role(4, 'Twice', 1)],
  users: [{ login: 'tara', group_resource: '/groups/1', user_resource: '/users/1', role_resources: [] }],
  missing: {},
} as object as Current);

interface Options {
  kind?: TableKind;
  columns?: Columns;
  below?: string;
  asksPasswords?: boolean;
}

function read(text: string, { kind, ...options }: Options = {}) {
  const table = parseTable(text);
  const columns = suggestedColumns(table, kind);
  const records = recordsIn(table, { columns, known, ...options });
  const { content, problems } = records;
  return {
    ...records,
    wanted: readContent(records.text, content, [options.columns?.kind ?? columns.kind], problems),
  };
}

/** Groups as indented names, with their descriptions. */
const linesOf = (entries: readonly GroupEntry[] = [], indent = ''): string[] =>
  entries.flatMap(({ values: { name, description }, groups }) => [
    indent + [name, description].filter(Boolean).join(': '),
    ...linesOf(groups, `${indent}  `),
  ]);
const groups = (text: string, options?: Options) => linesOf(read(text, options).wanted.groups);
const users = (text: string, options?: Options) =>
  read(text, options).wanted.users?.map(({ values }) => values);
function problemsOf(text: string, options?: Options): string[] {
  try {
    read(text, options);
    return [];
  } catch (error) {
    return (error as FileError).problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
  }
}

describe('a table of groups', () => {
  it.each<[string, string, string[]]>([
    [
      'with columns in any order',
      'Parent,Name\n/groups/2,Berlin\n,Top',
      ['EMEA', '  Acme', '    Berlin', 'Top'],
    ],
    ['below each other, in any order', 'name,parent\nY,EMEA > X\nX,EMEA', ['EMEA', '  X', '    Y']],
    ['by whole paths', 'path;note\nEMEA > X;North\nEMEA > X > Y;', ['EMEA', '  X: North', '    Y']],
    ['by IDs', 'id,name,parent ID\n7,Y,6\n6,X,1', ['EMEA', '  X', '    Y']],
    ['by a list of names', 'name,parent\nX,"[""A > B""]"', ['A > B', '  X']],
    [
      'between semicolons, with quotes',
      'name;comment\n"A; ""the"" one";"two\nlines"',
      ['A; "the" one: two\nlines'],
    ],
    ['from a spreadsheet', 'Name\tDescription\tParent\nX\t=North\tEMEA\r\n', ['EMEA', '  X: =North']],
    ['with the separator on top', 'sep=|\nname|parent\nX,Y|EMEA', ['EMEA', '  X,Y']],
    ['with the separator of its titles', 'name,parent\n;;,\n!,;;\n;,;;', [';;', '  !', '  ;']],
    ['of an old Mac', 'name,parent\rX,EMEA\r', ['EMEA', '  X']],
    ['with empty lines', '\n\nname,parent\n\n,,\nX,EMEA\n\n', ['EMEA', '  X']],
    ["with a spreadsheet's apostrophes", "name\n'=1+1", ['=1+1']],
    ['with one that exists', 'name,description\nEMEA,', ['EMEA']],
    ['with a bracket', 'name\n[X', ['[X']],
  ])('is read %s', (_, text, expected) => {
    expect(groups(text)).toEqual(expected);
  });

  it('is read below a group', () => {
    const options = { below: '/groups/2' };
    expect(groups('name,parent\nX,\nY,X\nZ,/', options)).toEqual([
      'EMEA',
      '  Acme',
      '    X',
      '      Y',
      '    Z',
    ]);
    expect(problemsOf('name\nX', { below: '/groups/9' })).toEqual([
      "2:1 /groups/9 doesn't exist, or you can't see it",
    ]);
  });

  it.each([
    ['name,parent\nFine,EMEA\n,EMEA', ['3:1 name: must not be empty']],
    [
      'name,parent\nX,Nowhere\nY,/groups/99\nZ,A > B',
      [
        "2:3 parent: Nowhere doesn't exist, and no line creates it",
        "3:3 parent: /groups/99 doesn't exist",
        "4:3 parent: A > B doesn't exist, and no line creates it",
      ],
    ],
    ['name,parent\nX,EMEA,more', ['2:1 there are 3 values for 2 columns']],
    [
      'name,parent\n"X" y,\n"Z" ,\n"A',
      ['2:1 there is text after a closing quotation mark', "4:1 a quotation mark isn't closed"],
    ],
    ['id,name,parent id\n1,X,2\n2,Y,1', ['3:5 parent_id: is below itself, or below more than 200 groups']],
    [`path\n${'X > '.repeat(201)}X`, ['2:1 path: is below itself, or below more than 200 groups']],
  ])('reports the problems of %j at their lines', (text, expected) => {
    expect(problemsOf(text)).toEqual(expected);
  });

  it('is read as people say what its columns are', () => {
    const columns: Columns = { kind: 'groups', header: undefined, fields: ['parent', 'name', undefined] };
    expect(groups('EMEA,X,red', { columns })).toEqual(['EMEA', '  X']);
  });
});

describe('the columns of a table', () => {
  it.each([
    ['name,description,parent', 'groups', 0, true, ['name', 'description', 'parent']],
    ['Group name;Comment;Parent group', 'groups', 0, true, ['name', 'description', 'parent']],
    [
      'E-mail,Display name,Group,Roles,Password',
      'users',
      0,
      true,
      ['login', 'name', 'group', 'roles', 'password'],
    ],
    ['Customers 2026\nname;parent', 'groups', 1, false, ['name', 'parent']],
    ['name,colour', 'groups', 0, false, ['name', undefined]],
    ['name,name', 'groups', 0, false, ['name', undefined]],
    ['Acme,North,EMEA', 'groups', undefined, false, ['name', 'description', 'parent']],
  ])('of %j are %s', (text, kind, header, isCertain, fields) => {
    expect(suggestedColumns(parseTable(text))).toEqual({ kind, header, isCertain, fields });
  });

  it('are those of what is imported', () => {
    expect(suggestedColumns(parseTable('name,group'), 'users')).toMatchObject({
      kind: 'users',
      isCertain: false,
    });
  });

  it.each([
    ['palisade: 1\ngroups: []', '', false],
    ['# A comment\npalisade: 1', '', false],
    ['{"palisade":1}', '', false],
    ['anything', 'file.yaml', false],
    ['palisade: 1', 'file.csv', true],
    ['name,parent\nX,', '', true],
    ['Acme: the customer\nBerlin', '', true],
  ])('are looked for in %j (%s): %s', (text, name, expected) => {
    expect(isTable(text, name)).toBe(expected);
  });
});

describe('a table of users', () => {
  const header = 'login,name,group,roles,password';

  it('is read with groups, roles and passwords, which stay out of it', () => {
    const { secrets, text, wanted } = read(
      `${header}\nann,Ann A,EMEA > Acme,"Operators, Ops, EMEA",correct horse battery\nbob,,,Twice (EMEA),`,
    );
    expect(wanted.users?.map(({ values }) => values)).toEqual([
      {
        login: 'ann',
        name: 'Ann A',
        group: ['EMEA', 'Acme'],
        roles: ['Operators', 'Ops', 'EMEA'],
        password: { env: 'line_2' },
      },
      { login: 'bob', roles: [{ name: 'Twice', administered_by: ['EMEA'] }] },
    ]);
    expect([...secrets]).toEqual([['line_2', 'correct horse battery']]);
    expect(text).not.toContain('horse');
    expect(users(`${header}\nann,,,"Ops, EMEA; Operators",`)?.[0]?.roles).toEqual(['Ops, EMEA', 'Operators']);
  });

  it('places new users in the group it is imported below, and asks for their passwords', () => {
    expect(users('login,group\nann,\nbob,Acme\ntara,', { below: '/groups/1', asksPasswords: true })).toEqual([
      { login: 'ann', group: ['EMEA'], password: { env: 'line_2' } },
      { login: 'bob', group: ['EMEA', 'Acme'], password: { env: 'line_3' } },
      { login: 'tara' },
    ]);
  });

  it('reports problems at their lines, without passwords', () => {
    const text = `sep=,\n${header}\n,,,,correct horse battery\nann,Ann, the first,,,hunter2-hunter2\nbob,,/groups/9,,"shor""t"\n"eve,,,,letmein-letmein\n`;
    expect(problemsOf(text)).toEqual([
      '3:1 login: must not be empty',
      '4:1 there are 6 values for 5 columns',
      "5:6 group: /groups/9 doesn't exist",
      '5:17 password: must be at least 12 characters',
      "6:1 a quotation mark isn't closed",
    ]);
    const table = parseTable(text);
    const shown = recordsIn(table, { columns: suggestedColumns(table), known }).text;
    expect(shown).not.toMatch(/horse|hunter|shor|letmein/);
    expect(shown.split('\n')).toHaveLength(text.split('\n').length);
  });

  it('leaves the passwords of users that exist', () => {
    expect(users(`${header}\ntara,,,,short`)).toEqual([{ login: 'tara' }]);
  });
});
