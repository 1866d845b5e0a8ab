import { redactedField, variable } from '../../api/commands.ts';
import type { RecordedCall } from '../../api/recorder.ts';

/**
 * The calls as an `.http` file for editors: HTTP messages (RFC 9112, Section 2.1) separated by `###`. Redacted values are
 * variables.
 * @param calls oldest first
 */
export function toHttpFile(calls: readonly RecordedCall[], origin: string): string {
  const requests = calls.map(({ endpoint, sent }) => {
    const headers = { Authorization: 'token {{api_key}}', ...sent.headers };
    const body = json(sent.body).replace(
      redactedField(': '),
      (_, name: string) => `"${name}": "{{${variable(name).toLowerCase()}}}"`,
    );
    return [
      `### ${endpoint.summary}`,
      `${endpoint.method} {{origin}}${sent.address}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...(body === '' ? [] : ['', body]),
      '',
    ].join('\n');
  });
  return [`@origin = ${origin}`, '@api_key = ', '', ...requests].join('\n');
}

/** The state in which a generated test starts. */
export interface TestContext {
  /** The page's address. */
  page: string;
  origin: string;
  /** The active scenario. */
  scenario: string | undefined;
}

/**
 * The calls as the draft of a Playwright test: it opens the page, and expects each call's recorded status.
 * @param calls oldest first
 */
export function toPlaywright(
  calls: readonly RecordedCall[],
  { page, origin, scenario }: TestContext,
): string {
  const steps = calls.flatMap(({ endpoint, sent, response }, index) => {
    const name = `response${index + 1}`;
    const expected = response
      ? `  expect(${name}.status()).toBe(${response.status});`
      : `  // There was no response: ${name}.`;
    return [
      '',
      `  // ${endpoint.summary}`,
      `  const ${name} = await request.fetch(${JSON.stringify(`${origin}${sent.address}`)}, {`,
      `    method: ${JSON.stringify(endpoint.method)},`,
      `    headers: { ...key, ...${JSON.stringify(sent.headers)} },`,
      ...(sent.body === undefined ? [] : [`    data: ${dataOf(sent.body)},`]),
      '  });',
      expected,
    ];
  });
  return [
    "import { expect, test } from '@playwright/test';",
    '',
    "test('repeats the recorded calls', async ({ page, request }) => {",
    ...(scenario === undefined ? [] : [`  // The scenario ${JSON.stringify(scenario)} was active.`]),
    '  const key = { Authorization: `token ${process.env.API_KEY}` };',
    `  await page.goto(${JSON.stringify(page)});`,
    ...steps,
    '});',
    '',
  ].join('\n');
}

function json(body: unknown): string {
  return body === undefined ? '' : JSON.stringify(body, undefined, 2);
}

function dataOf(body: unknown): string {
  return json(body)
    .replaceAll('\n', '\n    ')
    .replace(redactedField(': '), (_, name: string) => `"${name}": process.env.${variable(name)}`);
}
