import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { keyVariable } from '../../configuration/format.ts';
import { temporaryFolder } from '../../tooling/temporary-folder.ts';
import { run } from './command.ts';
import { saveFile } from './save-file.ts';
import { serve } from '../../testing/gateway.ts';
import { Interrupted, type Terminal } from './terminal.ts';
import { createWaits } from './waits.ts';

interface Behaviour {
  /** Below the top one. */
  groups?: object[];
  providers?: object[];
  /** Has it have users. */
  onUser?(body: unknown): void;
  onDelete?(url: string): void;
  /** Whether the response to a new group doesn't come. */
  isLost?(): boolean;
}

/** Another service, which has groups and creates others. @returns its address */
async function startService({ groups = [], ...behaviour }: Behaviour = {}): Promise<string> {
  const { providers, onUser, onDelete, isLost } = behaviour;
  const host = await serve(async (request, response) => {
    const { method, url = '' } = request;
    if (url === '/authentication')
      return void response.setHeader('x-palisade-service', '9.9.0').end('{"roles":[]}');
    if (providers && url.startsWith('/oidc_ops'))
      return void response.end(JSON.stringify({ data: providers }));
    if (onUser && url.startsWith('/users')) {
      if (method === 'POST') onUser(await json(request));
      return void response.end(
        JSON.stringify(method === 'GET' ? { data: [] } : { user_resource: '/users/1' }),
      );
    }
    const isKnown = url.startsWith('/groups');
    const data = [{ name: 'Default', group_resource: '/groups/0' }, ...groups];
    if (method === 'POST' && isKnown && isLost?.() === true) return;
    if (method === 'DELETE') onDelete?.(url);
    response.writeHead(isKnown ? 200 : 404);
    const read = url === '/groups/1' ? data[1] : { data };
    response.end(JSON.stringify(method === 'GET' && isKnown ? read : { group_resource: '/groups/1' }));
  });
  return `http://${host}`;
}

/** A terminal, and what was printed on it. */
function recording(more: Partial<Terminal> = {}) {
  const lines: string[] = [];
  const line = (text: string) => void lines.push(text);
  const terminal: Terminal = {
    isInteractive: false,
    write: line,
    line,
    lines: (texts) => void lines.push(...texts),
    error: line,
    progress: line,
    ask: () => Promise.resolve(''),
    ...more,
  };
  return { terminal, lines };
}

/** Runs a command with a key. @returns its exit code */
const runIn = (terminal: Terminal, args: string[], environment = {}, signal?: AbortSignal) =>
  run(args, { [keyVariable]: 'key', ...environment }, terminal, signal);

/** Writes a file. @returns its path */
function fileOf(text: string): string {
  const file = path.join(temporaryFolder('command'), 'file.yaml');
  writeFileSync(file, `palisade: 1\n${text}\n`);
  return file;
}

it('says what it has done if it ends in the middle', async () => {
  const file = fileOf('groups: [{ name: A }, { name: B }, { name: C }]');
  const { terminal, lines } = recording({
    progress: (text) => {
      if (text.includes('B')) throw Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
      lines.push(text);
    },
  });
  const args = ['apply', file, '--yes', '--service', await startService()];
  expect(await runIn(terminal, args)).toBe(1);
  expect(lines.slice(-3)).toEqual(['+ group A: done', '2 applied, 0 failed, 1 not tried', 'write EPIPE']);
});

describe("an export that lacks what the key can't read", () => {
  const old = 'palisade: 1\n# the good one\n';

  /** Exports over an old file. @returns what became of it */
  async function exported(...more: string[]) {
    const folder = temporaryFolder('command');
    const file = path.join(folder, 'production.yaml');
    writeFileSync(file, old);
    const { terminal, lines } = recording();
    const args = ['export', file, '--service', await startService(), ...more];
    const code = await runIn(terminal, args);
    return { code, lines, text: readFileSync(file, 'utf8'), files: readdirSync(folder) };
  }

  it('leaves the old file and says so', async () => {
    const { code, lines, text } = await exported();
    expect([code, text]).toEqual([3, old]);
    expect(lines).toContain("this service doesn't offer roles");
    expect(lines.at(-1)).toContain('stays as it is: add --partial');
  });

  it('replaces it with --partial, and says at its top what it lacks', async () => {
    const { code, text, files } = await exported('--partial');
    expect([code, files]).toEqual([3, ['production.yaml']]);
    expect(text.split('\n').slice(1, 4)).toEqual(
      ['roles', 'users', 'oidc_providers'].map((name) => `# Incomplete: this service doesn't offer ${name}`),
    );
  });

  it('lists the variables of its secrets, with their records and where they are sent', async () => {
    const { terminal, lines } = recording();
    const token_endpoint = 'https://entra.example/token';
    const provider = { resource: '/oidc_ops/1', name: 'Entra', token_endpoint };
    const service = await startService({ providers: [provider] });
    const args = ['export', '-', '--only', 'groups,oidc_providers', '--service', service];
    expect(await runIn(terminal, args)).toBe(0);
    expect(lines.at(-1)).toContain(`ENTRA_SECRET: client_secret of Entra, sent to ${token_endpoint}`);
  });
});

it("replaces the file that a link names and keeps its mode, and leaves the old one if it can't be written", () => {
  const folder = temporaryFolder('save');
  const [file, link] = [path.join(folder, 'production.yaml'), path.join(folder, 'latest.yaml')];
  writeFileSync(file, 'old');
  chmodSync(file, 0o600);
  symlinkSync(file, link);
  saveFile(link, 'new');
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual(['new', 0o600]);
  expect(readdirSync(folder).toSorted()).toEqual(['latest.yaml', 'production.yaml']);
  expect(() => saveFile(path.join(folder, 'none', 'file.yaml'), 'new')).toThrow('ENOENT');
});

it.each([
  ['no command', [], {}, 1, 'The command must be'],
  ['a misspelt command', ['aply', 'file.yaml'], {}, 1, 'did you mean apply?'],
  ['help', ['plan', 'file.yaml', '-h'], {}, 0, ''],
  ['--dry-run', ['apply', 'file.yaml', '--dry-run'], {}, 1, '--dry-run: use plan'],
  ['a misspelt option', ['apply', 'file.yaml', '--purne'], {}, 1, 'did you mean --prune?'],
  ['an option of another command', ['export', 'new.yaml', '--delete', '1'], {}, 1, "it's only for apply"],
  ['an option without effect', ['plan', 'file.yaml', '--all'], {}, 1, '--all has no effect'],
  ['an option given twice', ['plan', 'file.yaml', '--prune', '--prune'], {}, 1, '--prune is given twice'],
  ['an option without its value', ['apply', 'file.yaml', '--delete'], {}, 1, '--delete'],
  ['a needless number', ['apply', 'file.yaml', '--yes', '--delete', '1'], {}, 1, 'leave out --delete'],
  ['a file with problems', ['plan', 'wrong.yaml'], {}, 1, 'colour: is not a known key'],
  ['a plan with problems', ['apply', 'missing-group.yaml', '--yes'], {}, 1, "group: Nowhere doesn't exist"],
  ['a missing secret', ['apply', 'user.yaml', '--yes'], {}, 1, 'Set EVA, for eva'],
  ['a short secret', ['plan', 'user.yaml'], { EVA: 'short' }, 1, 'EVA must be at least 12 characters'],
  ['nothing to do', ['apply', 'same.yaml'], {}, 0, ''],
  ['an incomplete export', ['export', 'new.yaml'], {}, 3, ''],
  ['no key', ['plan', 'file.yaml'], { [keyVariable]: '' }, 1, keyVariable],
  ['no file', ['plan', 'missing.yaml'], {}, 1, 'ENOENT'],
  ['an unknown option', ['plan', 'file.yaml', '--unknown'], {}, 1, '--unknown'],
  ['changes to plan', ['plan', 'file.yaml'], {}, 2, ''],
  ['changes without --yes', ['apply', 'file.yaml'], {}, 1, '--yes'],
  ['changes', ['apply', 'file.yaml', '--yes'], {}, 0, ''],
  ['an export to standard output', ['export', '-'], {}, 1, 'FILE'],
])(
  'prints one JSON object for %s',
  async (_, [command = '', name = '', ...more], environment, code, error) => {
    const folder = temporaryFolder('command');
    const user = 'users: [{ login: eva, password: { env: EVA }';
    const files = {
      'file.yaml': 'groups: [{ name: A }]',
      'wrong.yaml': 'colour: red',
      'user.yaml': `${user} }]`,
      'missing-group.yaml': `${user}, group: Nowhere }]`,
      'same.yaml': 'groups: []',
    };
    for (const [file, text] of Object.entries(files))
      writeFileSync(path.join(folder, file), `palisade: 1\n${text}\n`);
    const { terminal, lines } = recording({ error: () => undefined });
    const file = name === '-' ? name : path.join(folder, name);
    const service = await startService(command === 'export' ? {} : { onUser: () => undefined });
    const args = [...(command ? [command, file] : []), ...more, '--json', '--service', service];
    expect(await runIn(terminal, args, environment)).toBe(code);
    expect(lines).toHaveLength(1);
    const { errors = [] } = JSON.parse(lines[0]!) as { errors?: { message: string }[] };
    expect(errors).toHaveLength(error === '' ? 0 : 1);
    expect(errors.map(({ message }) => message).join('\n')).toContain(error);
  },
);

describe('an interrupted command', () => {
  const interrupted = async (code: number, ...more: string[]) => {
    const file = fileOf('groups: [{ name: A }, { name: B }, { name: C }]');
    const stop = new AbortController();
    const { terminal, lines } = recording({
      isInteractive: true,
      ask: () => Promise.reject(new Interrupted(code)),
    });
    let created = 0;
    const service = await startService({
      isLost: () => {
        created += 1;
        // The second one's response doesn't come.
        if (created === 2) stop.abort(new Interrupted(code));
        return created === 2;
      },
    });
    const args = ['apply', file, ...more, '--service', service];
    return { code: await runIn(terminal, args, {}, stop.signal), lines };
  };

  it.each([130, 143])('says what was done, and what is unknown: %i', async (expected) => {
    const { code, lines } = await interrupted(expected, '--yes');
    expect(code).toBe(expected);
    expect(lines.slice(-3)).toEqual([
      '+ group A: done',
      '+ group B: unknown, interrupted, it may have been done',
      'Interrupted: 1 applied, 0 failed, 1 unknown, 1 not tried',
    ]);
  });

  it('says that nothing was applied if it was still asking', async () => {
    const { code, lines } = await interrupted(130);
    expect([code, lines.at(-1)]).toEqual([130, 'Interrupted: nothing was applied']);
  });
});

it('shows changes by section, deletions and renames first, and folds long ones', async () => {
  const old = { name: 'Old', group_resource: '/groups/1', parent_resource: '/groups/0' };
  const below = { name: 'Below', group_resource: '/groups/2', parent_resource: '/groups/1' };
  const service = await startService({ groups: [old, below], onUser: () => undefined });
  const planned = async (groups: string, ...more: string[]) => {
    const file = fileOf(`groups: [${groups}]\nusers: [{ login: eva }]`);
    const { terminal, lines } = recording();
    await runIn(terminal, ['plan', file, ...more, '--service', service]);
    return lines;
  };
  expect(await planned('{ name: New, groups: [{ name: Below }] }', '--prune')).toEqual([
    '3 to create, 2 of 2 groups to delete',
    'Groups: 2 to create, 2 of 2 groups to delete',
    '- group Old > Below',
    '± group New, may be a rename of Old, which is deleted',
    '+ group New > Below',
    'Users: 1 to create',
    '+ user eva',
    'Warning: New may be a rename of Old. Deleting Old loses what roles grant on it. To keep it, add renamed_from: Old',
  ]);
  const many = Array.from({ length: 1500 }, (_, index) => `{ name: G${index} }`).join(', ');
  const folded = await planned(many);
  expect(folded).toHaveLength(255);
  expect(folded.slice(-3)).toEqual([
    '… 1,250 more lines, which --all shows',
    'Users: 1 to create',
    '+ user eva',
  ]);
  expect(await planned(many, '--all')).toHaveLength(1504);
});

it('says what it waits for, each time that it takes more than 5 s', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sentences: string[] = [];
  const waits = createWaits((sentence) => sentences.push(sentence));
  waits.for('the service (GET /users)');
  vi.advanceTimersByTime(11_000);
  waits.for('the service (GET /roles)');
  vi.advanceTimersByTime(4_000);
  waits.for('');
  vi.advanceTimersByTime(20_000);
  expect(sentences).toEqual(
    [5, 10].map((time) => `Still waiting for the service (GET /users) after ${time} s`),
  );
});

it("says that nothing was applied if it isn't confirmed", async () => {
  const file = fileOf('groups: [{ name: A }]');
  const { terminal, lines } = recording({ isInteractive: true, ask: () => Promise.resolve('y') });
  const args = ['apply', file, '--service', await startService()];
  expect(await runIn(terminal, args)).toBe(4);
  expect(lines.at(-1)).toBe('Nothing was applied');
});

it.each([
  ['missing', [], undefined, 1],
  ['missing, as JSON', ['--json'], undefined, 1],
  ['wrong', ['--delete', '11'], undefined, 1],
  ['wrong, as typed', [], '2', 1],
  ['right', ['--delete', '1'], undefined, 0],
  ['right, as typed', [], ' 1 ', 0],
])('deletes all groups only by their number: %s', async (_, more, typed, expected) => {
  const file = fileOf('groups: []');
  const old = { name: 'Old', description: '', group_resource: '/groups/1', parent_resource: '/groups/0' };
  const deleted: string[] = [];
  const service = await startService({ groups: [old], onDelete: (url) => deleted.push(url) });
  const { terminal, lines } = recording({
    isInteractive: typed !== undefined,
    ask: () => Promise.resolve(typed ?? ''),
  });
  const args = ['apply', file, '--prune', '--yes', ...more, '--service', service];
  expect(await runIn(terminal, args)).toBe(expected);
  expect(deleted).toEqual(expected === 0 ? ['/groups/1'] : []);
  expect(lines.join('\n').includes('Nothing was applied: add --delete 1')).toBe(expected > 0);
});

it('takes secrets as files have them, and refuses those that no one could type', async () => {
  const file = fileOf('groups: [{ name: A }]\nusers: [{ login: eva, password: { env: EVA } }]');
  const users: unknown[] = [];
  const service = await startService({ onUser: (body) => users.push(body) });
  const applied = async (key: string, secret: string) => {
    const { terminal, lines } = recording();
    const args = ['apply', file, '--yes', '--service', service];
    return { code: await runIn(terminal, args, { [keyVariable]: key, EVA: secret }), lines };
  };
  expect(await applied('key\n', '"long and enough"')).toMatchObject({ code: 1 });
  expect((await applied('key', 'long\tand enough')).lines.join('\n')).toContain(
    'EVA: must not contain control',
  );
  const { code, lines } = await applied('key\n', 'long and enough\r\n');
  expect(code).toBe(0);
  expect(lines.filter((line) => line.startsWith('EVA: the line break'))).toHaveLength(1);
  expect(users).toMatchObject([{ data: { login: 'eva', password: 'long and enough' } }]);
});
