import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { groupsCsv, namesTo } from '../../data/groups/group-table.ts';
import { buildModel } from '../../data/groups/model.ts';
import { parseImport, type ParsedImport } from './parse-import.ts';
import { knownGroups } from './place-rows.ts';
import { suggestedColumns, type Columns } from './read-table.ts';

/** What is sent, without the lines. */
const sent = (parsed: ParsedImport) =>
  parsed.rows.map(({ group }) => {
    const { line: _, ...rest } = group ?? { line: 0 };
    return rest;
  });
const groups = (text: string, columns?: Columns) => sent(parseImport(text, columns));
const problems = (text: string, columns?: Columns) =>
  parseImport(text, columns).rows.map((row) => [row.line, ...row.problems]);
const byPosition: Columns = { header: undefined, fields: ['name', 'description', 'parent'] };

describe('the text of an import', () => {
  it('parses CSV with a header, with columns in any order', () => {
    expect(groups('Parent,Name\n/groups/5,Acme\nEMEA > Acme,Berlin\n,Top\n')).toEqual([
      { name: 'Acme', description: '', parent: '/groups/5' },
      { name: 'Berlin', description: '', parent: ['EMEA', 'Acme'] },
      { name: 'Top', description: '' },
    ]);
  });

  it('parses CSV without a header, with semicolons or tabs, and with quoted values', () => {
    expect(groups('"Acme; ""the"" one";"Line one\nline two";EMEA\r\nBerlin;;\r\n', byPosition)).toEqual([
      { name: 'Acme; "the" one', description: 'Line one\nline two', parent: ['EMEA'] },
      { name: 'Berlin', description: '' },
    ]);
    expect(groups('Acme\tIn the north', byPosition)).toEqual([{ name: 'Acme', description: 'In the north' }]);
    expect(groups('Just names\nOne a line', byPosition)).toEqual([
      { name: 'Just names', description: '' },
      { name: 'One a line', description: '' },
    ]);
  });

  it('parses a JSON array and JSON lines', () => {
    const acme = { name: 'Acme', description: '', parent: ['EMEA'] };
    expect(groups('[{"name":"Acme","parent":["EMEA"]}]')).toEqual([acme]);
    expect(parseImport('\n{"name":"Acme","parent":["EMEA"]}\n\n{"name":"B"}').rows).toMatchObject([
      { line: 2, group: acme },
      { line: 4, group: { name: 'B' } },
    ]);
  });

  it('skips a byte order mark and counts leading empty lines', () => {
    const acme = { line: 4, group: { name: 'Acme', description: '', parent: ['EMEA'] } };
    expect(parseImport('\uFEFF\n\nname;parent\nAcme;EMEA').rows).toMatchObject([acme]);
    expect(parseImport('\uFEFF{"name":"Acme"}').rows).toMatchObject([{ line: 1, problems: [] }]);
  });

  it('keeps empty first and last cells and whitespace inside cells', () => {
    expect(problems('\tIn the north\nAcme\t', byPosition)).toEqual([[1, 'name: must not be empty'], [2]]);
    expect(problems('name,parent\n"Acme" Berlin,\n"B" ,')).toEqual([
      [2, 'there is text after a closing quotation mark'],
      [3],
    ]);
    expect(parseImport('name\nM\uFFFDnchen').problem).toContain('Save the file as UTF-8');
  });

  it('reports the line of each problem', () => {
    expect(problems('name,parent\nFine,\n,EMEA\n"Two\nlines",\nLast,/groups/x')).toEqual([
      [2],
      [3, 'name: must not be empty'],
      [4, 'name: must not contain control characters'],
      [
        6,
        'parent: must be the path of a group, such as /groups/5, or a list of at most 200 names, starting below the Default group',
      ],
    ]);
    expect(problems('{"name":"A"}\n{"name":\n{"name":"B","colour":"red"}\n{}')).toEqual([
      [1],
      [2, 'invalid JSON'],
      [3, 'colour: unknown field'],
      [4, 'name: is required'],
    ]);
    const list =
      '[\n  {\n    "name": "A [1]"\n  },\n  { "name": "B", "parent": ["A"],\n    "colour": "red" }\n]';
    expect(problems(`{\n"data": {\n"groups": ${list}}}`)).toEqual([[4], [7, 'colour: unknown field']]);
    expect(problems(list)).toEqual([[2], [5, 'colour: unknown field']]);
    expect(problems('["A",\n{"name":"B"}]')).toEqual([[1, expect.any(String)], [2]]);
  });

  it('keeps the existing parents of a part of a list', () => {
    const group = (name: string, path: string, parent: string) => ({
      name,
      group_resource: path,
      parent_resource: parent,
    });
    const part = [group('Acme', '/groups/4', '/groups/1'), group('Office', '/groups/5', '/groups/4')];
    const parsed = parseImport(JSON.stringify({ rows: 9, data: part }));
    expect(parsed.rows.map(({ group: row }) => row?.parent)).toEqual(['/groups/1', '/groups/4']);
  });

  it('reports a parent of more names than the service takes', () => {
    const parent = (depth: number) => Array.from({ length: depth }, (_, index) => `L${index}`).join(' > ');
    expect(problems(`name,parent\nA,${parent(200)}\nB,${parent(201)}`)).toEqual([
      [2],
      [3, expect.stringMatching(/^parent: must be .* at most 200 names/)],
    ]);
  });

  it('takes the names of a parent that is longer than a name', () => {
    const names = Array.from({ length: 20 }, (_, level) => `A level with a long name ${level}`);
    expect(groups(`name,parent\nA,${names.join(' > ')}`)).toEqual([
      { name: 'A', description: '', parent: names },
    ]);
  });

  it('reports duplicates, unclosed quotes and too many groups', () => {
    expect(problems('name,parent\nA,EMEA\nB,EMEA\nA, EMEA ')).toEqual([
      [2],
      [3],
      [4, 'name: line 2 has the same name and parent'],
    ]);
    expect(problems('name\nA\n"B')).toEqual([[2], [3, "a quotation mark isn't closed"]]);
    expect(problems('name,parent\nA,EMEA,more')).toEqual([[2, 'there are 3 values for 2 columns']]);
    expect(parseImport('[{"name"').problem).toMatch(/^Invalid JSON/);
    expect(parseImport(' \n').format).toBe('nothing');
    for (const none of ['name,description', ',,\n', '[]', '{"data":[]}'])
      expect(parseImport(none).problem).toBe('There are no groups in it');
    expect(parseImport('name,'.repeat(20_000)).problem).toBe(
      'A table can have at most 200 columns; this one has 20,001',
    );
    const many = Array.from({ length: 100_001 }, (_, index) => `Group ${index}`).join('\n');
    expect(parseImport(many, byPosition).problem).toBe(
      'An import can have at most 100,000 groups; this one has 100,001',
    );
  });
});

describe('a table from a spreadsheet', () => {
  const acme = { name: 'Acme', description: 'North', parent: ['EMEA'] };

  it.each([
    ['a line that names the separator', 'sep=;\nname;description;parent\nAcme;North;EMEA'],
    ['columns between |', 'name|description|parent\nAcme|North|EMEA'],
    ['columns between tabs', 'Name\tDescription\tParent\nAcme\tNorth\tEMEA'],
    ['line ends of an old Mac', 'name,description,parent\rAcme,North,EMEA\r'],
    ["Unicode's line ends", 'name,description,parent\u2028Acme,North,EMEA\u2029'],
    ['empty lines', '\n\nname,description,parent\n\n,,\nAcme,North,EMEA\n\n'],
  ])('is read with %s', (_, text) => {
    expect(groups(text)).toEqual([acme]);
  });

  it('is read with the separator of its header, even if another is more frequent in names', () => {
    expect(groups('name,parent\n;;,\n!,;;\n;,;;\n!,;; > ;')).toEqual([
      { name: ';;', description: '' },
      { name: '!', description: '', parent: [';;'] },
      { name: ';', description: '', parent: [';;'] },
      { name: '!', description: '', parent: [';;', ';'] },
    ]);
    expect(groups('name\na|b\nc|d')).toMatchObject([{ name: 'a|b' }, { name: 'c|d' }]);
  });

  it.each([
    ['headers in other words', 'Group name;Comment;Parent group\nAcme;North;EMEA', 0],
    ['title rows', 'Customers 2026\nas of May;;\nname;description;parent\nAcme;North;EMEA', 2],
    ['another column', 'name,description,parent,colour\nAcme,North,EMEA,red', 0],
  ])('is not imported without asking with %s', (_, text, header) => {
    const { rows, table = [] } = parseImport(text);
    expect(rows).toEqual([]);
    const columns = suggestedColumns(table);
    expect(columns.header).toBe(header);
    expect(groups(text, columns)).toEqual([acme]);
  });

  it('is not imported without asking if it names no columns', () => {
    const { rows, table = [] } = parseImport('Acme,North,EMEA\nBerlin,,');
    expect(rows).toEqual([]);
    expect(suggestedColumns(table)).toEqual(byPosition);
  });
});

describe('JSON', () => {
  it("has parents as texts, and can be the API's own list or an import's body", () => {
    expect(groups('[{"name":"Berlin","parent":"EMEA > Acme"}]')).toEqual([
      { name: 'Berlin', description: '', parent: ['EMEA', 'Acme'] },
    ]);
    const list = {
      rows: 3,
      data: [
        { name: 'Default', group_resource: '/groups/0', parent_resource: '' },
        {
          name: 'EMEA',
          description: 'x',
          mode: 'NONE',
          group_resource: '/groups/1',
          parent_resource: '/groups/0',
        },
        { name: 'Acme', group_resource: '/groups/2', parent_resource: '/groups/1' },
        { name: 'Far', group_resource: '/groups/3', parent_resource: '/groups/9' },
      ],
    };
    expect(groups(JSON.stringify(list))).toEqual([
      { name: 'EMEA', description: 'x' },
      { name: 'Acme', description: '', parent: ['EMEA'] },
      { name: 'Far', description: '', parent: '/groups/9' },
    ]);
    expect(groups('[{"name":"A","parent":" "}]')).toEqual([{ name: 'A', description: '' }]);
    expect(groups('{"data":{"groups":[{"name":"A"}]}}')).toEqual([{ name: 'A', description: '' }]);
  });

  it("can be another service's list, with other paths, null for no text, and items that aren't groups", () => {
    const at = (id: number) => `https://console.example/v10/groups/${id}/`;
    const list = [
      { name: 'Default', description: null, group_resource: at(0), parent_resource: null },
      { name: 'EMEA', description: null, group_resource: at(1), parent_resource: at(0) },
      { name: 'Acme', description: 'x', group_resource: at(2), parent_resource: at(1) },
      null,
    ];
    expect(groups(JSON.stringify(list)).slice(0, 2)).toEqual([
      { name: 'EMEA', description: '' },
      { name: 'Acme', description: 'x', parent: ['EMEA'] },
    ]);
    expect(problems(JSON.stringify(list, undefined, 1)).at(-1)).toEqual([4, 'name: is required']);
  });

  it('has lines, also of a list that other lists come before', () => {
    const text = `{
  "links": [{ "data": [{ "rel": "{" }] }, { "rel": "next" }],
  "data": {
    "notes": [{}],
    "groups"
    : [
      { "name": "A", "parent": ["EMEA"] },
      {
        "name": "" }, { "name": "\\"groups\\": [{", "description": "x" } ] } }`;
    expect(problems(text).map(([line]) => line)).toEqual([7, 8, 9]);
  });
});

describe('in front of the existing groups', () => {
  const model = buildModel([
    { name: 'Default', group_resource: '/groups/0', parent_resource: '' },
    { name: 'EMEA', group_resource: '/groups/1', parent_resource: '/groups/0' },
    { name: 'R&D', group_resource: '/groups/2', parent_resource: '/groups/0' },
    { name: 'EMEA', group_resource: '/groups/3', parent_resource: '/groups/2' },
    { name: 'R&D > EMEA', group_resource: '/groups/4', parent_resource: '/groups/0' },
    { name: 'A', group_resource: '/groups/5', parent_resource: '/groups/0' },
    { name: 'B > C', group_resource: '/groups/6', parent_resource: '/groups/5' },
    { name: 'A > B', group_resource: '/groups/7', parent_resource: '/groups/0' },
    { name: 'C', group_resource: '/groups/8', parent_resource: '/groups/7' },
  ]);
  const known = { model, own: 0, fromTop: true };
  const parsed = (text: string) => parseImport(`name,parent\n${text}`, undefined, known);

  it.each([
    ['X,EMEA', ['EMEA']],
    ['X,R&D > EMEA', ['R&D > EMEA']],
    ['X,"""R&D"" > EMEA"', ['R&D', 'EMEA']],
    ['X,"""R&D > EMEA"""', ['R&D > EMEA']],
    ['X,"A > ""B > C"""', ['A', 'B > C']],
    ['X,"""A > B"" > C"', ['A > B', 'C']],
  ])('%s has the parent %j', (text, parent) => {
    expect(sent(parsed(text))).toEqual([{ name: 'X', description: '', parent }]);
    expect(parsed(text).rows[0]?.problems).toEqual([]);
  });

  it.each([
    ['X,A > B > C', 'parent: can be A > "B > C" or "A > B" > C; put names that contain > in quotation marks'],
    ['X,EMEA > Nowhere', "parent: EMEA > Nowhere doesn't exist, and no line creates it"],
    ['X,/groups/99', "parent: /groups/99 doesn't exist"],
    ['EMEA,', 'name: a group with this name and parent already exists'],
    ['EMEA,/groups/2', 'name: a group with this name and parent already exists'],
  ])('%s is a problem', (text, problem) => {
    expect(parsed(text).rows[0]?.problems).toEqual([problem]);
  });

  it("isn't checked against a tree whose top the user can't see", () => {
    const below = buildModel([
      { name: 'Acme', group_resource: '/groups/5', parent_resource: '/groups/1' },
      { name: 'North', group_resource: '/groups/6', parent_resource: '/groups/5' },
    ]);
    const problemsBelow = (line: string) =>
      parseImport(`name,parent\n${line}`, undefined, knownGroups(below, 5)).rows[0]?.problems;
    expect(problemsBelow('North,Acme')).toEqual([]);
    expect(problemsBelow('X,EMEA > Acme')).toEqual([]);
    expect(problemsBelow('North,')).toEqual(['name: a group with this name and parent already exists']);
    expect(knownGroups(below, undefined)).toBeUndefined();
  });

  it('finds parents that other lines create, in any order', () => {
    expect(parsed('Y,EMEA > X\nX,EMEA').rows.flatMap((row) => row.problems)).toEqual([]);
  });
});

describe('an export of groups', () => {
  const root = { name: 'Default', group_resource: '/groups/0', parent_resource: '' };
  const odd = [
    'R&D > EMEA',
    '=1+1',
    "'=1",
    "''@x",
    '"quoted"',
    'a,b;c',
    '/groups/5',
    '› x',
    'sep=;',
    '-',
    'x\u2029y',
  ];
  const name = fc
    .oneof(fc.string({ minLength: 1, maxLength: 12 }), fc.constantFrom(...odd))
    .map((text) => text.replaceAll(/[\p{Cc}\p{Cs}]/gu, '').trim())
    .filter((text) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text));
  const description = fc.constantFrom('', 'North', '=SUM(A1)', 'a\nb', 'a\r\nb', '\u2028', ' x;"y"\t', "'-");
  /** Groups below others or below the Default group, with different names of siblings. */
  const tree = fc
    .array(fc.record({ name, description, parent: fc.nat() }), { minLength: 1, maxLength: 12 })
    .map((records) => {
      const taken = new Set<string>();
      return records.flatMap((record, index) => {
        const parent = record.parent % (index + 1);
        const place = `${parent}\n${record.name}`;
        if (taken.has(place)) return [];
        taken.add(place);
        return [
          {
            name: record.name,
            description: record.description,
            group_resource: `/groups/${index + 1}`,
            parent_resource: `/groups/${parent}`,
          },
        ];
      });
    });

  it('is what an import reads', () => {
    fc.assert(
      fc.property(tree, (records) => {
        const model = buildModel([root, ...records]);
        const parsed = parseImport(groupsCsv(model, model.children(0)), undefined, {
          model: buildModel([root]),
          own: 0,
          fromTop: true,
        });
        expect(parsed.rows.flatMap((row) => row.problems)).toEqual([]);
        const exported = model.children(0).flatMap(function below(id): string[] {
          const { name: own = '', description: text = '', parent } = model.get(id) ?? {};
          const names = namesTo(model, parent);
          const group = { name: own, description: text, ...(names.length > 0 && { parent: names }) };
          return [JSON.stringify(group), ...model.children(id).flatMap(below)];
        });
        expect(sent(parsed).map((group) => JSON.stringify(group))).toEqual(exported);
      }),
      { numRuns: 500 },
    );
  });
});
