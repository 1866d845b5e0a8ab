import fastify from 'fastify';
import { expect, it } from 'vitest';
import { endpoints } from '../../../contract/endpoints.ts';
import { bindTo, type EndpointResponse } from '../bind.ts';
import { JsonText } from './json-text.ts';
import type { Service } from '../../service.ts';

/** The statuses of 101 requests to a public endpoint that always returns this text. */
async function send(text: string, checks: Pick<Service, 'checkEveryResponse' | 'strict'>) {
  const counts = { overloaded: 0, undeclaredStatuses: 0, contractViolations: 0 };
  const app = fastify();
  // The only parts of the service that a public endpoint uses.
  const service = {
    ...checks,
    counts,
    extensions: true,
    secureCookies: false,
    version: () => '10.0',
    gate: { run: (work) => work((wait) => wait()) },
  } as Partial<Service> as Service;
  app.decorateRequest('cookies', { getter: () => ({}) });
  const endpoint = endpoints.listOidcLogins;
  bindTo(app, service)(endpoint, async (): Promise<EndpointResponse<typeof endpoint>> => ({
    status: 200,
    body: new JsonText(text),
  }));
  const statuses = new Set<number>();
  for (let count = 0; count < 101; count += 1) statuses.add((await app.inject(endpoint.path)).statusCode);
  await app.close();
  return { statuses: [...statuses], violations: counts.contractViolations };
}

const valid = '{"data":[],"rows":0}';
const undeclared = '{"data":[],"rows":0,"secret":1}';
const invalid = '{"data":[],"rows":"none"}';

it.each([undeclared, invalid])('rejects every text that violates the contract in tests: %s', async (text) => {
  const checks = { checkEveryResponse: true, strict: true };
  expect(await send(text, checks)).toEqual({ statuses: [500], violations: 101 });
  expect(await send(valid, checks)).toEqual({ statuses: [200], violations: 0 });
});

it.each([undeclared, invalid])('checks a sample in production, and counts violations: %s', async (text) => {
  const checks = { checkEveryResponse: false, strict: false };
  expect(await send(text, checks)).toEqual({ statuses: [200], violations: 2 });
  expect(await send(valid, checks)).toEqual({ statuses: [200], violations: 0 });
});
