import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { labGenerateBody, labSnapshotName, type LabData, type labResetQuery } from '../../contract/lab.ts';
import type { DemoStore } from '../data/store.ts';
import { snapshotFiles } from './snapshots.ts';

/** The demo's data, with a reset that can leave out what happened before. */
export interface LabStore extends DemoStore {
  reset(withHistory?: boolean): Promise<void>;
}

export const reject = (reply: FastifyReply, status: number, ...detail: string[]) =>
  reply.status(status).send({ detail });

/** Adds the routes for the demo data: reset, generate, snapshots. @param requireAdministrator refuses other callers */
export function dataRoutes(
  app: FastifyInstance,
  store: LabStore,
  folder: string,
  requireAdministrator: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>,
): void {
  const files = snapshotFiles(folder);
  const state = async (reply: FastifyReply): Promise<FastifyReply> => {
    const data: LabData = { counts: await store.counts(), snapshots: await files.list() };
    return reply.header('Cache-Control', 'no-store').send(data);
  };
  const named = (
    method: 'PUT' | 'POST' | 'DELETE',
    url: string,
    handler: (name: string, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ) =>
    app.route({
      method,
      url,
      preHandler: requireAdministrator,
      handler: (request, reply) => {
        const { name } = request.params as { name: string };
        const parsed = z.safeParse(labSnapshotName, name);
        if (!parsed.success) return reject(reply, 400, `name: ${parsed.error.issues[0]?.message}`);
        return handler(name, request, reply);
      },
    });

  app.get('/-/lab/data', { preHandler: requireAdministrator }, (_request, reply) => state(reply));
  app.post('/-/lab/data/reset', { preHandler: requireAdministrator }, async (request, reply) => {
    request.log.warn('demo data reset');
    const { history } = request.query as z.infer<typeof labResetQuery>;
    await store.reset(history !== 'false');
    return state(reply);
  });
  app.post('/-/lab/data/generate', { preHandler: requireAdministrator }, async (request, reply) => {
    const parsed = z.safeParse(labGenerateBody, request.body);
    if (!parsed.success)
      return reject(reply, 400, 'data: must contain what (groups or users) and a count from 1 to 100,000');
    const { what, count } = parsed.data.data;
    await store.generate(what, count);
    return state(reply);
  });
  named('PUT', '/-/lab/snapshots/:name', async (name, _request, reply) => {
    const records = await store.dump();
    await files.save({ name, created_at: new Date().toISOString(), counts: await store.counts(), records });
    return state(reply);
  });
  named('POST', '/-/lab/snapshots/:name/restore', async (name, request, reply) => {
    const snapshot = await files.read(name);
    if (!snapshot) return reject(reply, 404, `snapshot ${name} not found`);
    request.log.warn({ snapshot: name }, 'snapshot restored');
    await store.restore(snapshot.records);
    return state(reply);
  });
  named('DELETE', '/-/lab/snapshots/:name', async (name, _request, reply) => {
    await files.remove(name);
    return state(reply);
  });
}
