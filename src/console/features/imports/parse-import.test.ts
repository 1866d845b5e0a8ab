import { describe, expect, it } from 'vitest';
import { parseImport } from './parse-import.ts';

const groups = (text: string) => parseImport(text).rows.map((row) => row.group);
const problems = (text: string) => parseImport(text).rows.map((row) => [row.line, ...row.problems]);

describe('the text of an import', () => {
  it('parses CSV with a header, with columns in any order', () => {
    expect(groups('Parent,Name\n/groups/5,Acme\nEMEA > Acme,Berlin\n,Top\n')).toEqual([
      { name: 'Acme', description: '', parent: '/groups/5' },
      { name: 'Berlin', description: '', parent: ['EMEA', 'Acme'] },
      { name: 'Top', description: '' },
    ]);
  });

  it('parses CSV without a header, with semicolons or tabs, and with quoted values', () => {
    expect(groups('"Acme; ""the"" one";"Line one\nline two";EMEA\r\nBerlin;;\r\n')).toEqual([
      { name: 'Acme; "the" one', description: 'Line one\nline two', parent: ['EMEA'] },
      { name: 'Berlin', description: '' },
    ]);
    expect(groups('Acme\tIn the north')).toEqual([{ name: 'Acme', description: 'In the north' }]);
    expect(groups('Just names\nOne a line')).toEqual([
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
    expect(problems('\tIn the north\nAcme\t')).toEqual([[1, 'name: must not be empty'], [2]]);
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
  });

  it('reports duplicates, unclosed quotes and too many groups', () => {
    expect(problems('name,parent\nA,EMEA\nB,EMEA\nA, EMEA ')).toEqual([
      [2],
      [3],
      [4, 'name: line 2 has the same name and parent'],
    ]);
    expect(problems('name\nA\n"B')).toEqual([[2], [3, "a quotation mark isn't closed"]]);
    expect(problems('name,parent\nA,EMEA,more')).toEqual([[2, 'there are 3 values for 2 columns']]);
    expect(parseImport('name,colour\nA,red').problem).toBe(
      'Unknown columns: "colour". The columns are name, description and parent',
    );
    expect(parseImport('[{"name"').problem).toMatch(/^Invalid JSON/);
    expect(parseImport(' \n').format).toBe('nothing');
    const many = Array.from({ length: 100_001 }, (_, index) => `Group ${index}`).join('\n');
    expect(parseImport(many).problem).toBe('An import can have at most 100,000 groups; this one has 100,001');
  });
});
