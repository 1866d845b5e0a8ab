import { expect, it } from 'vitest';
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

it('names in sentences are isolated, and names and code in elements of their own are not translated', () => {
  const found = files.flatMap((file) => [...findUnisolatedNames(file), ...findTranslatedNames(file)]);
  expect(found.map(({ file, line, expression }) => `${file}:${line}: ${expression}`)).toEqual([]);
});

it.each([
  ['`Delete ${group.name}`', 1],
  ['`${saved?.name ?? wanted.name} saved`', 1],
  ["`Missing: ${names.join(', ')}`", 1],
  ['<p>Delete <strong>{group.name}</strong>?</p>', 1],
  ['<b title={`Edit ${role.name}`} />', 1],
  ['msg`Delete ${group.name}`', 0],
  ['<p>Delete <strong><Name>{group.name}</Name></strong>?</p>', 0],
  ['`${name}.json`', 0],
  ['`${count} groups`', 0],
])('names that are not isolated in %s: %i', (source, count) => {
  expect(findUnisolatedNames('sentence.tsx', source)).toHaveLength(count);
});

it.each([
  ['<code>rw</code>', 1],
  ['<Link to="/">{user?.login}</Link>', 1],
  ['<p translate="no"><b>{user.login}</b></p>', 0],
  ['<p><Name>{group.name}</Name></p>', 0],
])('names and code that are translated in %s: %i', (source, count) => {
  expect(findTranslatedNames('element.tsx', source)).toHaveLength(count);
});
