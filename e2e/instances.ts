import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** A database of its own on a PostgreSQL server, with nothing in it. */
export async function emptyDatabase(server: string) {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(server, `drop database ${name} with (force)`) };
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Sends one request to the API at `origin`, with the given credentials. */
export async function call<Body = unknown>(
  origin: string,
  method: string,
  path: string,
  { data, ...credentials }: { data?: unknown; cookie?: string } = {},
) {
  const type = data === undefined ? {} : { 'content-type': 'application/json' };
  const body = data === undefined ? null : JSON.stringify({ data });
  const response = await fetch(`${origin}/api${path}`, {
    method,
    headers: { ...type, ...credentials },
    body,
  });
  const { status, headers } = response;
  // The caller knows what the endpoint returns.
  return { status, headers, body: (await response.json()) as Body };
}

/** Names and values of the cookies that a response sets. */
export function cookiesOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
