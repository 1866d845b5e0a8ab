import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** A database of its own on a PostgreSQL server, with nothing in it. */
export async function emptyDatabase(server: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(server, (client) => client.query(`create database ${name}`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = () => onServer(server, (client) => client.query(`drop database ${name} with (force)`));
  return { url: url.href, drop: async () => void (await drop()) };
}

async function onServer<Result>(server: string, use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** A service's response. */
export interface Received<Body> {
  status: number;
  body: Body;
  headers: Headers;
}

/** Sends one request to the API at `origin`, with the given credentials. */
export async function call<Body = unknown>(
  origin: string,
  method: string,
  path: string,
  { data, ...credentials }: { data?: unknown; cookie?: string } = {},
): Promise<Received<Body>> {
  const response = await fetch(`${origin}/api${path}`, {
    method,
    headers: { accept: 'application/json', ...(data === undefined ? {} : json), ...credentials },
    ...(data === undefined ? {} : { body: JSON.stringify({ data }) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    // The caller knows what the endpoint returns.
    body: (text === '' ? undefined : JSON.parse(text)) as Body,
    headers: response.headers,
  };
}

const json = { 'content-type': 'application/json' };

/** Names and values of the cookies that a response sets. */
export function cookiesOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
