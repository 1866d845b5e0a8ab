import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { filledForm } from '../src/testing/setups/filled-form.ts';
import { newOp } from '../src/testing/oidc-op.ts';

/** The demo provider's client secret, read from its key folder. */
export function demoSecret(dataDir: string): string {
  const keys = readFileSync(path.join(dataDir, 'demo-provider', 'keys.json'), 'utf8');
  return (JSON.parse(keys) as { clientSecret: string }).clientSecret;
}

/** A text field of the editor, by its label. */
export const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });
/** The button that saves changes. */
export const save = (page: Page) => page.getByRole('button', { name: 'Save changes' });

/** A provider, as the service returns it. */
export interface OidcRecord {
  id: number;
  /** Its path in the API. */
  resource: string;
  name: string;
  issuer: string;
  [field: string]: unknown;
}

/** The record of the demo provider. */
export async function demoRecord(api: APIRequestContext): Promise<OidcRecord> {
  const { data } = (await (await api.get('/api/oidc_ops')).json()) as { data: OidcRecord[] };
  const record = data.find(({ name }) => name === 'Demo sign-in');
  if (!record) throw new Error('There is no demo provider');
  return record;
}

/** Creates a provider through the API. */
export async function createByHand(
  api: APIRequestContext,
  name: string,
  more: object = {},
): Promise<OidcRecord> {
  const response = await api.post('/api/oidc_ops', {
    data: { data: { ...newOp, name, ...more } },
  });
  expect(response.status()).toBe(201);
  return (await response.json()) as OidcRecord;
}

/** Signs in at the demo provider. */
export async function answer(page: Page, persona: string): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(`^${persona} `) }).check();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs in at the demo provider in the window that the console opened, and waits until it closes. */
export async function answerProvider(popup: Page, persona: string, misbehaviour = 'None'): Promise<void> {
  await popup.getByRole('radio', { name: new RegExp(`^${misbehaviour} `) }).check();
  const closed = popup.waitForEvent('close');
  await answer(popup, persona);
  await closed;
}

/** Runs a sign-in test from the editor. @returns the report */
export async function testSignIn(page: Page, persona: string, misbehaviour?: string) {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Test sign-in' }).click(),
  ]);
  await answerProvider(popup, persona, misbehaviour);
  return page.getByRole('dialog', { name: 'Sign-in test' });
}

/** Signs in at the demo provider with HTTP requests only. @returns the path and query of the last page */
export async function signInOverHttp(
  request: APIRequestContext,
  choices: Record<string, string>,
): Promise<string> {
  const { data } = (await (await request.get('/api/oidc_logins')).json()) as {
    data: { login_resource: string }[];
  };
  const form = await request.get(`/api${data[0]?.login_resource}?return_to=%2Faccess`);
  const last = await request.post(form.url(), {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    // Longer than the service waits.
    data: filledForm(await form.text(), { slow_seconds: '30', ...choices }).toString(),
  });
  const { pathname, search } = new URL(last.url());
  return pathname + search;
}
