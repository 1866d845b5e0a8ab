import { onTestFinished } from 'vitest';
import { recordedCalls } from '../../console/api/recorder.ts';
import type { AuthenticationResult } from '../../contract/access/authentication.ts';
import type { LabRule } from '../../contract/lab.ts';
import { newOp } from '../oidc-op.ts';

/** A user of the demo data. */
export type Role = 'admin' | 'tenant' | 'operator' | 'auditor' | 'guest';

/** Signs in as a user of the demo data, unless that user is signed in. */
export async function signIn(login: Role): Promise<void> {
  const response = await fetch('/api/authentication');
  if (response.ok && ((await response.json()) as AuthenticationResult).login === login) return;
  await request('POST', '/api/authentication', { login, password: `${login}-demo-2026` });
}

/** Sends a POST request as a user, who's signed in from then on. */
export async function sendAs<Result>(as: Role, path: string, data?: object): Promise<Result> {
  await signIn(as);
  return request<Result>('POST', path, data);
}

/** Sends a request as the signed-in user. @throws Error if it's rejected */
export async function request<Result>(
  method: string,
  path: string,
  data?: object,
  more: Record<string, string> = {},
): Promise<Result> {
  const headers = { ...(data && { 'Content-Type': 'application/json' }), ...more };
  const response = await fetch(path, { method, headers, ...(data && { body: JSON.stringify({ data }) }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text && JSON.parse(text)) as Result;
}

/** Has the service behave otherwise until the test ends, by a scenario of the demo. */
export async function applyRules(...rules: LabRule[]): Promise<void> {
  onTestFinished(async () => {
    await signIn('admin');
    await request('DELETE', '/-/lab/scenario');
  });
  // Anyone may do this who is signed in.
  if (!(await fetch('/api/authentication')).ok) await signIn('admin');
  await request('PUT', '/-/lab/scenario', { rules });
}

/** Has the service refuse the requests of one endpoint or several until the test ends. */
export function refuse(
  endpoints: string | string[],
  status: number,
  detail: string[] = ['out of order'],
  times: number | null = null,
): Promise<void> {
  const effect = { kind: 'status' as const, status, detail };
  return applyRules(...[endpoints].flat().map((endpoint) => ({ endpoint, effect, times })));
}

/** Has the service take this long for an endpoint's requests until the test ends. */
export const delay = (endpoint: string, milliseconds: number, times: number | null = null) =>
  applyRules({ endpoint, effect: { kind: 'latency', milliseconds }, times });

/** The bodies of the requests that the rendered page has sent so far, without secrets. */
export const sentBy = (method: string): unknown[] =>
  recordedCalls
    .get()
    .filter(({ endpoint }) => endpoint.method === method)
    .map(({ sent }) => sent.body)
    .toReversed();

/** The calls of the rendered page that the service hasn't answered yet. */
export const pendingCalls = () =>
  recordedCalls.get().filter(({ response, failure }) => !response && !failure);

/** Creates a record as an administrator, who's signed in from then on. @returns its path */
export async function createRecord(list: string, data: object): Promise<string> {
  const record = await sendAs<Record<string, string>>('admin', `/api${list}`, data);
  return record[`${list.slice(list.lastIndexOf('/') + 1, -1)}_resource`] ?? '';
}

/** Creates a user, in the Default group by default. @returns the path */
export const createUser = (login: string, more: object = {}) =>
  createRecord('/users', { login, group_resource: '/groups/0', ...more });

/** Creates a provider. @returns its address in the console */
export async function createProvider(name: string, more: object = {}): Promise<string> {
  const { resource } = await sendAs<{ resource: string }>('admin', '/api/oidc_ops', {
    ...newOp,
    name,
    ...more,
  });
  return resource.replace('oidc_ops', 'oidc');
}

/** Creates a group as a job, as a user who's signed in from then on. @returns the path of its status */
export async function startJob(name: string, as: Role = 'admin'): Promise<string> {
  await signIn(as);
  const response = await fetch('/api/groups', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Prefer: 'respond-async' },
    body: JSON.stringify({ data: { name } }),
  });
  return response.headers.get('Location') ?? '';
}
