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
  [findUnisolatedNames, '`Delete ${group.name}`', 1],
  [findUnisolatedNames, '`${saved?.name ?? wanted.name} saved`', 1],
  [findUnisolatedNames, "`Missing: ${names.join(', ')}`", 1],
  [findUnisolatedNames, '<p>Delete <strong>{group.name}</strong>?</p>', 1],
  [findUnisolatedNames, '<b title={`Edit ${role.name}`} />', 1],
  [findTranslatedNames, '<code>rw</code>', 1],
  [findTranslatedNames, '<Link to="/">{user?.login}</Link>', 1],
  [findTranslatedNames, '<p translate="no"><b>{user.login}</b></p>', 0],
])('%o finds in %s: %i', (find, source, count) => {
  expect(find('sentence.tsx', source)).toHaveLength(count);
});
