import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findUnisolatedNames } from './sentences-in-source.ts';

/** Expressions that match, but hold our own names or are never part of a sentence. */
const ours: Readonly<Record<string, readonly string[]>> = {
  'src/console/api/errors.ts': ['name'],
  // Job titles are sentences whose names are already isolated.
  'src/console/data/jobs/announce.ts': ['title'],
  'src/console/data/jobs/poller.ts': ['next.title'],
  'src/console/data/jobs/track-job.ts': ['request.title'],
  'src/console/data/access/model.ts': ['name'],
  // The name that a form proposes.
  'src/console/features/access/roles/role-form.tsx': ['groups.nameOf(proposed.group ?? group)'],
  // Isolated when they're declared.
  'src/console/features/activity/erase-user.tsx': ['name'],
  'src/console/features/groups/delete-group.tsx': ['name'],
  'src/console/features/groups/group-form.tsx': ['limits.name'],
  'src/console/features/lab/active-scenario.tsx': ['active.name', 'nameOf(rule.endpoint)'],
  'src/console/features/lab/linked-scenario.tsx': ['scenario.name'],
  'src/console/features/lab/lab-banner.tsx': ['data.active.name'],
  'src/console/features/lab/scenario-list.tsx': ['name'],
  'src/console/features/oidc/editor/editor-page.tsx': ['data.name'],
  'src/console/data/oidc/health.ts': [
    'health.fields.map((name) => labels[name])',
    "health.fields.map((name) => labels[name]).join(', ')",
  ],
  'src/console/features/oidc/metadata/metadata-section.tsx': ['preview.metadata.issuer'],
  'src/console/features/oidc/editor/sections.tsx': [
    'moved.map((name) => names[name])',
    "moved.map((name) => names[name]).join(' and ')",
  ],
  'src/console/features/oidc/transfer/transfer.ts': ['name'],
  'src/console/features/session/sign-in-window-page.tsx': ['title'],
  'src/contract/oidc/username-path.ts': ['name'],
  'src/console/features/shell/route-announcer.tsx': ['title'],
  'src/service/domain/groups/group-import.ts': ['name', 'values.name'],
  'src/service/domain/oidc/oidc-logins.ts': ['failed?.name'],
  'src/service/http/parse-problems.ts': ['nameOf([...path, shown(key)])'],
  'src/service/outbound/discovery.ts': ['name'],
};
/** Commands, code, SQL and the API reference: they contain no names from users. */
const withoutSentences = [
  'src/console/api/commands.ts',
  'src/console/features/api-docs/',
  'src/console/features/inspector/',
  'src/service/store/',
];

const files = ['src/console', 'src/contract', 'src/service']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
      path.posix.join(folder, name.split(path.sep).join('/')),
    ),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.gen\./.test(file))
  .filter((file) => !withoutSentences.some((start) => file.startsWith(start)));

const unisolatedIn = (source: string) =>
  findUnisolatedNames('sentence.tsx', source).map((found) => found.expression);

describe('names in sentences', () => {
  it('are isolated, by isolate() in a string and by <Name> in an element', () => {
    const unisolated = files
      .flatMap((file) => findUnisolatedNames(file))
      .filter(({ file, expression }) => !ours[file]?.includes(expression));
    expect(unisolated.map(({ file, line, expression }) => `${file}:${line}: ${expression}`)).toEqual([]);
  });

  it('are allowed only where the file still has them', () => {
    const stale = Object.entries(ours).flatMap(([file, expressions]) => {
      const found = new Set(findUnisolatedNames(file).map(({ expression }) => expression));
      return expressions.filter((expression) => !found.has(expression)).map((each) => `${file}: ${each}`);
    });
    expect(stale).toEqual([]);
  });

  it.each([
    ['`Delete ${group.name}`', ['group.name']],
    ["`${user.login}'s keys`", ['user.login']],
    ['`${saved?.name ?? wanted.name} saved`', ['saved?.name ?? wanted.name']],
    ['`named ${JSON.stringify(name)}`', ['JSON.stringify(name)']],
    ["'Delete ' + op.name", ['op.name']],
    ["names.join(', ')", ['names']],
    ["roles.map(({ name }) => name).join(', ')", ['roles.map(({ name }) => name)']],
    ['<p>Delete {group.name}?</p>', ['group.name']],
    ['<p>Delete <strong>{group.name}</strong>?</p>', ['group.name']],
    ['<b title={`Edit ${role.name}`} />', ['role.name']],
  ])('are found in %s', (source, expressions) => {
    expect(unisolatedIn(source)).toEqual(expressions);
  });

  it.each([
    '`Delete ${isolate(group.name)}`',
    "names.map(isolate).join(', ')",
    '<p>Delete <Name>{group.name}</Name>?</p>',
    '<p>Delete <strong><Name>{group.name}</Name></strong>?</p>',
    '<h1>{group.name}</h1>',
    '`${name}.json`',
    '`${count} groups`',
  ])('are not found in %s', (source) => {
    expect(unisolatedIn(source)).toEqual([]);
  });
});
