import type { FastifyInstance } from 'fastify';
import { endpoints } from '../../contract/endpoints.ts';
import { userPath } from '../../contract/access/users.ts';
import { hashPassword } from '../domain/access/passwords.ts';
import type { JobRow, WithoutSlot } from '../domain/ports.ts';
import { userRecord } from '../domain/access/user-record.ts';
import * as users from '../domain/access/users.ts';
import { enqueueWrite } from '../jobs/write.ts';
import type { Service } from '../service.ts';
import { bind, respond } from './bind.ts';
import { selectFields } from './fields.ts';
import { accepted } from './jobs.ts';

/** Users. */
export function userRoutes(app: FastifyInstance, service: Service): void {
  const { work } = service;
  const accept = (job: JobRow) => {
    service.wakeJobs();
    return accepted(job);
  };
  bind(app, service, endpoints.listUsers, async ({ caller, query }) => {
    const page = await users.listUsers(work.stores, caller, query);
    return respond(200, selectFields({ ...page, data: page.data.map(userRecord) }, query));
  });
  bind(app, service, endpoints.lookUpUser, async ({ caller, body }) => {
    const id = await users.lookUpUser(work.stores, caller, body.data.login);
    return respond(200, { user_resource: id === undefined ? '' : userPath(id) });
  });
  bind(app, service, endpoints.listGroupUsers, async ({ caller, params, query }) => {
    const page = await users.listGroupUsers(work.stores, caller, params.id, query);
    return respond(200, selectFields({ ...page, data: page.data.map(userRecord) }, query));
  });
  bind(app, service, endpoints.getUser, async ({ caller, params }) =>
    respond(200, userRecord(await users.getUser(work.stores, caller, params.id))),
  );
  bind(
    app,
    service,
    endpoints.createUser,
    async ({ caller, body, respondAsync, withoutSlot }) => {
      const { password, ...values } = body.data;
      const hashed = { ...values, ...(await hashOf(service, withoutSlot, password)) };
      if (respondAsync) {
        return accept(await enqueueWrite(work, caller, { action: 'create-user', values: hashed }));
      }
      const row = await work.transaction((stores) => users.createUser(stores, caller, hashed));
      return respond(201, userRecord(row));
    },
    undefined,
    ({ caller }, valid) => users.problemsOfCreation(work.stores, caller, valid),
  );
  bind(
    app,
    service,
    endpoints.updateUser,
    async ({ caller, params: { id }, body, respondAsync, withoutSlot }) => {
      const { password, ...values } = body.data;
      const hashed = { ...values, ...(await hashOf(service, withoutSlot, password)) };
      if (respondAsync) {
        return accept(await enqueueWrite(work, caller, { action: 'update-user', id, values: hashed }));
      }
      const row = await work.transaction((stores) => users.updateUser(stores, caller, id, hashed));
      return respond(200, userRecord(row));
    },
    undefined,
    ({ caller, params }, valid) => users.problemsOfUpdate(work.stores, caller, params.id, valid),
  );
  bind(app, service, endpoints.deleteUser, async ({ caller, params: { id }, respondAsync }) => {
    if (respondAsync) return accept(await enqueueWrite(work, caller, { action: 'delete-user', id }));
    const row = await work.transaction((stores) => users.deleteUser(stores, caller, id));
    return respond(200, userRecord(row));
  });
}

async function hashOf(
  { hashing }: Service,
  withoutSlot: WithoutSlot,
  password: string | null | undefined,
): Promise<{ passwordHash?: string | null }> {
  if (password === undefined) return {};
  if (password === null) return { passwordHash: null };
  return { passwordHash: await withoutSlot(() => hashing.run(() => hashPassword(password))) };
}
