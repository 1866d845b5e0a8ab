import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { parseUrl } from '../../contract/urls.ts';

export const demoClientId = 'palisade-demo';
export const partnerClientId = 'palisade-partner';
/** The clients of the demo's own configurations. */
export type DemoClientId = typeof demoClientId | typeof partnerClientId;
const maxClients = 20;
/** Two are enough to replace a secret while both are accepted. */
const maxSecrets = 2;

const clientSchema = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  /** Any of them is accepted. */
  secrets: z.array(z.string().min(32)).min(1),
  redirectUris: z.array(z.string()),
});
/** An application that may use the provider. */
export type DemoClient = z.infer<typeof clientSchema>;

export type Clients = ReturnType<typeof openClients>;

/**
 * The provider's clients, kept across restarts.
 * @param folder the provider's own
 * @param demo the clients of the demo's configurations: their first secrets, and their redirect URIs now
 */
export function openClients(
  folder: string,
  demo: { secrets: Record<DemoClientId, string>; redirectUris: string[] },
) {
  const file = path.join(folder, 'clients.json');
  const clients = new Map(readClients(file).map((client) => [client.id, client]));
  for (const [id, name] of [
    [demoClientId, 'Palisade Console'],
    [partnerClientId, 'Palisade Console for partners'],
  ] as const) {
    const secrets = clients.get(id)?.secrets ?? [demo.secrets[id]];
    clients.set(id, { id, name, secrets, redirectUris: demo.redirectUris });
  }
  const store = (client: DemoClient) => {
    clients.set(client.id, client);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Written to a temporary file and renamed, so that a killed process leaves no partial file.
    writeFileSync(`${file}.new`, JSON.stringify([...clients.values()], undefined, 2), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  return {
    list: (): readonly DemoClient[] => [...clients.values()],
    find: (id: string) => clients.get(id),
    /** @returns the problem if it can't be registered */
    register: (name: string, redirectUri: string) => {
      const problem = problemWith(name, redirectUri);
      if (problem !== undefined) return problem;
      if (clients.size >= maxClients) return `The demo provider has at most ${maxClients} clients`;
      const id = `demo-${randomBytes(4).toString('hex')}`;
      store({ id, name: name.trim(), secrets: [newSecret()], redirectUris: [redirectUri.trim()] });
      return undefined;
    },
    addSecret: (id: string) => {
      const client = clients.get(id);
      if (client && client.secrets.length < maxSecrets)
        store({ ...client, secrets: [...client.secrets, newSecret()] });
    },
    /** Removes a secret by its position; the last one stays. */
    removeSecret: (id: string, index: number) => {
      const client = clients.get(id);
      const secrets = client?.secrets.filter((_secret, position) => position !== index) ?? [];
      if (client && secrets.length > 0) store({ ...client, secrets });
    },
  };
}

function problemWith(name: string, redirectUri: string): string | undefined {
  if (name.trim() === '' || name.length > 100) return 'Name must be 1 to 100 characters';
  const url = parseUrl(redirectUri.trim());
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.hash !== '')
    return 'Redirect URI must be an absolute http or https URL without a fragment';
  return undefined;
}

const newSecret = () => randomBytes(32).toString('base64url');

function readClients(file: string): DemoClient[] {
  try {
    return z.array(clientSchema).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return [];
    throw new Error(`${file} doesn't contain the demo provider's clients; delete it and restart`, { cause });
  }
}
