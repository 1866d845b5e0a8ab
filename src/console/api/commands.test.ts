import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { authenticationEndpoints } from '../../contract/endpoints/authentication.ts';
import { groupsEndpoints } from '../../contract/endpoints/groups.ts';
import { oidcOpsEndpoints } from '../../contract/endpoints/oidc-ops.ts';
import { recordedCall } from '../../testing/recorded-call.ts';
import { secretMark } from '../../client/redact.ts';
import { asCommand } from './commands.ts';

const origin = 'http://localhost:8080';
const nasty = `It's "quoted" $HOME \`id\` \\n !x \n ünïcode; rm -rf ' ' %s @file`;

/** What a shell hands to the program. */
function argumentsOf(command: string, env: Record<string, string> = {}): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  return execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1);
}

const create = recordedCall(groupsEndpoints.createGroup, {
  sent: { data: { name: nasty, description: '' } },
  status: 201,
});

describe('cURL', () => {
  it('sends exactly the recorded request, with any content', () => {
    const sent = argumentsOf(asCommand('curl-cookies', create, origin));
    expect(sent.pop()).toBe(JSON.stringify(create.sent.body, undefined, 2));
    expect(sent.join(' ')).toBe(
      '-X POST http://localhost:8080/api/groups -b cookies.txt -c cookies.txt ' +
        '-H Accept: application/json -H Content-Type: application/json --data-raw',
    );
  });

  it('takes the API key from the environment', () => {
    const command = asCommand('curl-key', create, origin);
    expect(command).toContain('-H "Authorization: token $API_KEY"');
    expect(command).not.toContain('cookies.txt');
    expect(argumentsOf(command, { API_KEY: 'k e y' })).toContain('Authorization: token k e y');
  });

  it('fills the cookie jar when it signs in', () => {
    const call = recordedCall(authenticationEndpoints.signIn, {
      sent: { data: { login: 'admin', password: secretMark } },
      status: 201,
    });
    const found = argumentsOf(asCommand('curl-cookies', call, origin), { PASSWORD: 'p' });
    expect(found).not.toContain('-b');
    expect(found).toContain(JSON.stringify({ data: { login: 'admin', password: 'p' } }, undefined, 2));
  });
});

describe('fetch', () => {
  /** Runs the program with a fetch that only remembers, and returns what it was given. */
  async function given(program: string): Promise<{ url: string; init: RequestInit }> {
    const calls: { url: string; init: RequestInit }[] = [];
    const remember = async (url: string, init: RequestInit) => {
      calls.push({ url, init });
      return new Response('{}');
    };
    const reply = (name: string) => `typed ${name}`;
    // What is copied is there to be run.
    // oxlint-disable-next-line typescript/no-implied-eval
    await new Function('fetch', 'prompt', 'console', `return (async () => {${program}})()`)(remember, reply, {
      log: () => undefined,
    });
    return calls[0]!;
  }

  it('sends the recorded request', async () => {
    const { url, init } = await given(asCommand('fetch', create, origin));
    expect(url).toBe('http://localhost:8080/api/groups');
    expect(init.method).toBe('POST');
    expect({ ...(init.headers as Record<string, string>) }).toEqual(create.sent.headers);
    expect(init.body).toBe(JSON.stringify(create.sent.body));
  });

  it('prompts for redacted values', async () => {
    const call = recordedCall(oidcOpsEndpoints.updateOidcOp, {
      sent: { data: { client_secret: secretMark } },
    });
    const { init } = await given(asCommand('fetch', call, origin));
    expect(init.body).toBe('{"data":{"client_secret":"typed client_secret"}}');
  });

  it('sends no body if there was none', async () => {
    const { init } = await given(asCommand('fetch', recordedCall(groupsEndpoints.listGroups), origin));
    expect('body' in init).toBe(false);
  });
});
