import { redactedField, variable } from '../../api/commands.ts';
import type { RecordedCall } from '../../api/recorder.ts';

/**
 * The calls as a file of requests, as editors send them (RFC 7230 messages with `###` between). What was redacted is a
 * variable.
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

/** What a sketch of a test begins with. */
export interface Beginning {
  /** Address of the page. */
  page: string;
  origin: string;
  /** The scenario that was on. */
  scenario: string | undefined;
}

/**
 * The calls as the sketch of a Playwright test: it opens the page, and expects of each call the status that came.
 * @param calls oldest first
 */
export function toPlaywright(calls: readonly RecordedCall[], { page, origin, scenario }: Beginning): string {
  const steps = calls.flatMap(({ endpoint, sent, answer }, index) => {
    const name = `answer${index + 1}`;
    const expected = answer
      ? `  expect(${name}.status()).toBe(${answer.status});`
      : `  // It came to no answer: ${name}.`;
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
    "test('repeats what was recorded', async ({ page, request }) => {",
    ...(scenario === undefined ? [] : [`  // The scenario ${JSON.stringify(scenario)} was on.`]),
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
