import type { FastifyInstance } from 'fastify';
import { endpoints } from '../../contract/endpoints.ts';
import { oidcOpRecord } from '../domain/oidc-op-record.ts';
import * as oidcOps from '../domain/oidc-ops.ts';
import { usernamePathProblem } from '../domain/username.ts';
import type { Service } from '../service.ts';
import { refreshOidcOpsKind } from '../jobs/refresh-oidc-ops.ts';
import { answer, bind } from './bind.ts';
import { accepted } from './jobs.ts';

/** OIDC provider configurations. */
export function oidcOpRoutes(app: FastifyInstance, service: Service): void {
  const { stores } = service.work;
  const tools = { secrets: service.secrets, metadata: service.relyingParty.metadata, now: service.now };
  bind(app, service, endpoints.listOidcOps, async ({ caller, query }) => {
    const { rows, data } = await oidcOps.listOidcOps(stores, caller, query);
    return answer(200, { rows, data: data.map(oidcOpRecord) });
  });
  bind(
    app,
    service,
    endpoints.createOidcOp,
    async ({ caller, body }) =>
      answer(201, oidcOpRecord(await oidcOps.createOidcOp(stores, tools, caller, body.data))),
    checkUsernamePath,
  );
  bind(app, service, endpoints.getOidcOp, async ({ caller, params }) =>
    answer(200, oidcOpRecord(await oidcOps.getOidcOp(stores, caller, params.id))),
  );
  bind(
    app,
    service,
    endpoints.updateOidcOp,
    async ({ caller, params, body }) =>
      answer(200, oidcOpRecord(await oidcOps.updateOidcOp(stores, tools, caller, params.id, body.data))),
    checkUsernamePath,
  );
  bind(app, service, endpoints.deleteOidcOp, async ({ caller, params }) =>
    answer(200, oidcOpRecord(await oidcOps.deleteOidcOp(stores, caller, params.id))),
  );
  bind(app, service, endpoints.refreshOidcOps, async ({ caller }) => {
    await oidcOps.requireOidc(stores, caller, 'rw');
    const job = await stores.jobs.insert(caller.userId, refreshOidcOpsKind, {}, 'Waiting to compare');
    service.wakeJobs();
    return accepted(job);
  });
}

/** The rule that the contract cannot hold, because it knows no JMESPath: told together with the problems that it finds. */
export function checkUsernamePath(data: Readonly<Record<string, unknown>>): string[] {
  const expression = data['username_path'];
  if (typeof expression !== 'string' || expression === '') return [];
  const problem = usernamePathProblem(expression);
  return problem === undefined ? [] : [`username_path: ${problem}`];
}
