import fastify from 'fastify';
import { expect, it } from 'vitest';
import { endpoints } from '../../contract/endpoints.ts';
import type { ProblemStatus } from '../../contract/problems.ts';
import { Problem } from '../domain/problem.ts';
import { newCounts } from '../service.ts';
import { errorHandler } from './error-handler.ts';

const endpoint = endpoints.getGroup;

async function answerTo(status: ProblemStatus, strict: boolean) {
  const counts = newCounts();
  const app = fastify();
  app.setErrorHandler(errorHandler({ strict, counts, version: () => '10.0' }));
  app.get('/', { config: { endpoint } }, () => {
    throw new Problem(status, ['a sentence']);
  });
  const { statusCode } = await app.inject('/');
  await app.close();
  return { status: statusCode, counted: counts.undeclaredStatuses };
}

it('turns an undeclared status into a 500 in tests, and counts it in production', async () => {
  expect(await answerTo(404, true)).toEqual({ status: 404, counted: 0 });
  expect(await answerTo(409, true)).toEqual({ status: 500, counted: 1 });
  expect(await answerTo(409, false)).toEqual({ status: 409, counted: 1 });
});
