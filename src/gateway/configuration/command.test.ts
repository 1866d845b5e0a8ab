import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { keyVariable } from '../../configuration/format.ts';
import { temporaryFolder } from '../../tooling/temporary-folder.ts';
import { run } from './command.ts';
import type { Terminal } from './terminal.ts';

/** Another service, which has a group and creates others. @returns its address */
async function startService(): Promise<string> {
  const server = createServer(({ method, url = '' }, response) => {
    const isKnown = url.startsWith('/groups');
    const data = [{ name: 'Default', group_resource: '/groups/0' }];
    response.writeHead(isKnown ? 200 : 404);
    response.end(JSON.stringify(method === 'GET' && isKnown ? { data } : { group_resource: '/groups/1' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('says what it has done if it ends in the middle', async () => {
  const file = path.join(temporaryFolder('command'), 'production.yaml');
  writeFileSync(file, 'palisade: 1\ngroups: [{ name: A }, { name: B }, { name: C }]\n');
  const lines: string[] = [];
  const line = (text: string) => void lines.push(text);
  const terminal: Terminal = {
    isInteractive: false,
    write: line,
    line,
    lines: (texts) => void lines.push(...texts),
    error: line,
    progress: (text) => {
      if (text.includes('B')) throw Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
      line(text);
    },
    ask: () => Promise.resolve(''),
  };
  const args = ['apply', file, '--yes', '--service', await startService()];
  expect(await run(args, { [keyVariable]: 'key' }, terminal)).toBe(1);
  expect(lines.slice(-3)).toEqual(['+ group A: done', '2 applied, 0 failed, 1 not tried', 'write EPIPE']);
});
