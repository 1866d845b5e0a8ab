import { describe, expect, it } from 'vitest';
import { findTranslatedNames, findUnisolatedNames } from './sentences-in-source.ts';
import { filesIn } from './source-files.ts';

/** Commands, code, SQL and the API reference: they contain no names from users. */
const withoutSentences = [
  'src/console/api/commands.ts',
  'src/console/features/api-docs/',
  'src/console/features/inspector/',
  'src/service/store/',
];

const files = filesIn('src/console', 'src/contract', 'src/service')
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .filter((file) => !withoutSentences.some((start) => file.startsWith(start)));

const unisolatedIn = (source: string) =>
  findUnisolatedNames('sentence.tsx', source).map((found) => found.expression);

describe('names in sentences', () => {
  it('are isolated, by msg in a string and by <Name> in an element', () => {
    const unisolated = files.flatMap((file) => findUnisolatedNames(file));
    expect(unisolated.map(({ file, line, expression }) => `${file}:${line}: ${expression}`)).toEqual([]);
  });

  it.each([
    ['`Delete ${group.name}`', ['group.name']],
    ["`${user.login}'s keys`", ['user.login']],
    ['`${saved?.name ?? wanted.name} saved`', ['saved?.name ?? wanted.name']],
    ['`named ${JSON.stringify(name)}`', ['JSON.stringify(name)']],
    ["`Missing: ${names.join(', ')}`", ["names.join(', ')"]],
    ['<p>Delete {group.name}?</p>', ['group.name']],
    ['<p>Delete <strong>{group.name}</strong>?</p>', ['group.name']],
    ['<b title={`Edit ${role.name}`} />', ['role.name']],
  ])('are found in %s', (source, expressions) => {
    expect(unisolatedIn(source)).toEqual(expressions);
  });

  it.each([
    'msg`Delete ${group.name}`',
    'msg`Missing: ${names}`',
    '<p>Delete <Name>{group.name}</Name>?</p>',
    '<p>Delete <strong><Name>{group.name}</Name></strong>?</p>',
    '<h1>{group.name}</h1>',
    '`${name}.json`',
    '`${count} groups`',
  ])('are not found in %s', (source) => {
    expect(unisolatedIn(source)).toEqual([]);
  });
});

describe('names and code in elements of their own', () => {
  const translatedIn = (source: string) => findTranslatedNames('element.tsx', source).length;

  it('are left as they are by a translation of the page', () => {
    const translated = files.flatMap((file) => findTranslatedNames(file));
    expect(translated.map(({ file, line, expression }) => `${file}:${line}: ${expression}`)).toEqual([]);
  });

  it.each(['<code>rw</code>', '<h1>{group.name}</h1>', '<Link to="/">{user?.login}</Link>'])(
    'are found in %s',
    (source) => {
      expect(translatedIn(source)).toBe(1);
    },
  );

  it.each([
    '<code translate="no">rw</code>',
    '<h1 translate="no">{group.name}</h1>',
    '<p translate="no"><b>{user.login}</b></p>',
    '<p><Name>{group.name}</Name></p>',
    '<p>{text}</p>',
  ])('are not found in %s', (source) => {
    expect(translatedIn(source)).toBe(0);
  });
});
