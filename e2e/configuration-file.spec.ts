import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './fixtures.ts';
import { remove, temporaryFolder } from './gateway.ts';

const folder = temporaryFolder();
const file = path.join(folder, 'production.yaml');
let service: string;
let environment: Record<string, string | undefined>;

test.beforeEach(async ({ apiAs, baseURL }) => {
  const api = await apiAs('admin');
  const created = await api.post('/api/users/1/api_keys', { data: { data: { name: 'CI' } } });
  const { key } = (await created.json()) as { key: string };
  service = `${baseURL}/api`;
  environment = { PALISADE_API_KEY: key };
});
test.afterAll(() => remove(folder));

const start = (args: string[]) =>
  spawn(process.execPath, ['dist/server/configuration.js', ...args, '--service', service], {
    env: environment,
  });

/** Runs the command. @returns its exit code and all of its output */
const run = (args: string[]) => ended(start(args));

/** Runs a script in a shell. @returns as above */
function shell(script: string, more: NodeJS.ProcessEnv = {}, cwd = process.cwd()) {
  return ended(
    spawn('sh', ['-ec', script], { cwd, env: { PATH: process.env['PATH'], ...environment, ...more } }),
  );
}

async function ended(child: ReturnType<typeof start>): Promise<{ code: number; output: string }> {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

test('a service is exported, planned and changed from the command line', async () => {
  expect(await run(['export', file])).toEqual({
    code: 0,
    output: expect.stringMatching(/\n {2}ADMIN_PASSWORD: password of admin\n/),
  });
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(/^# yaml-language-server: \$schema=http:\/\/.*\/-\/configuration\.schema\.json\n/);
  expect(await run(['plan', file])).toEqual({ code: 0, output: 'No changes\n' });

  // A name that would reverse the text after it on a terminal.
  writeFileSync(file, text.replace(/^groups:\n/m, '$&  - name: "Safe\\u202Eevil"\n'));
  expect(await run(['plan', file])).toEqual({
    code: 2,
    output: '1 to create\nGroups: 1 to create\n+ group Safe\\u202eevil\n',
  });
  expect(await run(['apply', file, '--yes'])).toMatchObject({
    code: 0,
    output: expect.stringMatching(/Applied\n$/),
  });
});

test('an export can be piped into a plan, which ends when no one reads on', async () => {
  // As from a file, with a line break.
  environment['PALISADE_API_KEY'] += '\n';
  const command = (args: string) => `node dist/server/configuration.js ${args} --service ${service}`;
  expect(await shell(`${command('export -')} | ${command('plan -')}`)).toEqual({
    code: 0,
    output: expect.stringMatching(
      /^(PALISADE_API_KEY: the line break at its end was cut off\n){2}[^]*\nNo changes\n$/,
    ),
  });
  const groups = Array.from({ length: 20_000 }, (_, index) => `  - name: Group ${index}\n`);
  writeFileSync(file, `palisade: 1\ngroups:\n${groups.join('')}`);
  expect(await shell(`${command(`plan ${file}`)} | head -n 1`)).toEqual({
    code: 0,
    output: expect.stringMatching(/^PALISADE_API_KEY: .*\n20,000 to create\n$/),
  });
});

test('a run that was killed is continued by the next one', async () => {
  const users = Array.from({ length: 40 }, (_, index) => `  - { login: user.${index}, group: / }\n`);
  writeFileSync(file, `palisade: 1\nusers:\n${users.join('')}`);
  const first = start(['apply', file, '--yes']);
  let output = '';
  first.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (output.includes('user.5: done')) first.kill('SIGKILL');
  });
  await once(first, 'close');
  const second = await run(['apply', file, '--yes']);
  expect(second.code).toBe(0);
  expect(second.output).not.toContain('user.5');
  expect(second.output).toContain('user.39: done');
  expect(await run(['plan', file])).toEqual({ code: 0, output: 'No changes\n' });
});

test('the examples of pipelines do what they say', async () => {
  const guide = readFileSync('docs/configuration-file.md', 'utf8');
  // Plan, apply and the search for drift on GitHub, then on GitLab.
  const commands = guide.match(/(?<=(run|script): )node \/app\/.*/g) ?? [];
  const runAsWritten = (command = 'false') =>
    shell(command.replace('/app', process.cwd()), { SERVICE: service }, folder);
  writeFileSync(file, 'palisade: 1\ngroups: [{ name: From a pipeline }]\n');
  const codes: number[] = [];
  for (const index of [0, 3, 2, 1, 4, 5]) codes.push((await runAsWritten(commands[index])).code);
  expect(codes).toEqual([0, 2, 2, 0, 0, 0]);
});
