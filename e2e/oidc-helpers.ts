import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type APIRequestContext, type Page } from '@playwright/test';

/** The secret that the demo provider was registered with, from the folder where it keeps its keys. */
export function demoSecret(dataDir: string): string {
  const keys = readFileSync(path.join(dataDir, 'demo-provider', 'keys.json'), 'utf8');
  return (JSON.parse(keys) as { clientSecret: string }).clientSecret;
}

/** A text field of the editor, by its label. */
export const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });
/** What saves a changed configuration. */
export const save = (page: Page) => page.getByRole('button', { name: 'Save changes' });

/** A configuration, as the service answers it. */
export interface OidcRecord {
  id: number;
  name: string;
  issuer: string;
  [field: string]: unknown;
}

/** The configuration of the demo provider, as the service answers it. */
export async function demoRecord(api: APIRequestContext): Promise<OidcRecord> {
  const { data } = (await (await api.get('/api/oidc_ops')).json()) as { data: OidcRecord[] };
  const record = data.find(({ name }) => name === 'Demo sign-in');
  if (!record) throw new Error('There is no demo provider');
  return record;
}

/** Creates a configuration through the API. */
export async function createByHand(
  api: APIRequestContext,
  name: string,
  more: object = {},
): Promise<OidcRecord> {
  const response = await api.post('/api/oidc_ops', {
    data: {
      data: {
        name,
        issuer: 'https://id.example',
        client_id: 'palisade',
        client_secret: 'the stored secret',
        authorization_endpoint: 'https://id.example/authorize',
        token_endpoint: 'https://id.example/token',
        username_path: 'preferred_username',
        ...more,
      },
    },
  });
  expect(response.status()).toBe(201);
  return (await response.json()) as OidcRecord;
}

/** Answers the demo provider in the window that the console opened, and waits for its end. */
export async function answerProvider(popup: Page, persona: string, misbehaviour = 'Nothing'): Promise<void> {
  await popup.getByRole('radio', { name: new RegExp(`^${persona} `) }).check();
  await popup.getByRole('radio', { name: new RegExp(`^${misbehaviour} `) }).check();
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Sign in', exact: true }).click();
  await closed;
}

/** Tries the sign-in from the editor. @returns the report */
export async function tryAs(page: Page, persona: string, misbehaviour?: string) {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Try sign-in' }).click(),
  ]);
  await answerProvider(popup, persona, misbehaviour);
  return page.getByRole('dialog', { name: 'Dry run of the sign-in' });
}
