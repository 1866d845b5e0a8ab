import '../console/base.css';
import '../console/ui/controls.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { createQueryClient } from '../console/query-client.ts';
import { createConsoleRouter } from '../console/router.tsx';

/** A user of the demo data. */
type Role = 'admin' | 'tenant' | 'operator' | 'auditor' | 'guest';

// The files with page tests share a service: `src/testing/page-service-plugin.mjs`.
beforeAll(async () => {
  document.cookie = 'page-service=on';
  await sendAs('admin', '/-/lab/data/reset');
});
afterAll(() => {
  document.cookie = 'page-service=; Max-Age=0';
});

// React reports misuse, such as duplicate keys, only in development.
beforeEach(() => void vi.spyOn(console, 'error').mockClear());
afterEach(() => {
  const [problem] = vi.mocked(console.error).mock.calls;
  if (problem) throw new Error(`Reported in the browser's console: ${problem.join(' ')}`);
});

/**
 * Renders a page of the console in front of the embedded service with the demo data, instead of what a test rendered
 * before.
 * @param as the signed-in user
 * @returns its current address
 */
export async function renderPage(path: string, as: Role) {
  await cleanup();
  await signIn(as);
  localStorage.clear();
  sessionStorage.clear();
  const queryClient = createQueryClient();
  const router = createConsoleRouter(queryClient, createMemoryHistory({ initialEntries: [path] }));
  await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { address: () => router.state.location.href };
}

/** Sends a POST request as a user, who's signed in from then on. */
export async function sendAs<Result>(as: Role, path: string, data?: object): Promise<Result> {
  await signIn(as);
  return send<Result>(path, data);
}

/** Signs in as a user of the demo data. */
export const signIn = (login: Role) => send('/api/authentication', { login, password: `${login}-demo-2026` });

async function send<Result>(path: string, data?: object): Promise<Result> {
  const response = await fetch(path, {
    method: 'POST',
    ...(data ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ data }) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Result;
}

/** Chooses from a list that can be searched. */
export async function choose(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option }).first().click();
}
