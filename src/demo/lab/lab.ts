import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { AuthenticationResult } from '../../contract/access/authentication.ts';
import { labActivateBody } from '../../contract/lab.ts';
import { applyScenarios, passOn } from './effects.ts';
import { dataRoutes, reject, type LabStore } from './data-routes.ts';
import { LabJobs } from './jobs.ts';
import { ScenarioState } from './scenario-state.ts';

/**
 * Creates the demo's Lab: scenarios that make the service slow, faulty or older for every client.
 * @param data the store and the snapshot folder; without it, the Lab only has scenarios
 */
export function createLab(data?: { store: LabStore; folder: string }) {
  const scenarios = new ScenarioState();
  return {
    version: () => scenarios.version(),
    providerFault: () => scenarios.providerFault(),
    /** Adds the Lab to the gateway. Call it before the API is added. */
    register: (app: FastifyInstance) => {
      const identify = applyScenarios(app, scenarios, new LabJobs());
      const requireUser = async (request: FastifyRequest, reply: FastifyReply) => {
        const { refusal } = await identify(request);
        return refusal && passOn(reply, refusal);
      };
      const requireAdministrator = async (request: FastifyRequest, reply: FastifyReply) => {
        const { caller, refusal } = await identify(request);
        if (refusal) return passOn(reply, refusal);
        if (isAdministrator(caller)) return undefined;
        return reject(reply, 403, 'requires privilege rw on feature group_admin for /groups/0');
      };
      if (data) dataRoutes(app, data.store, data.folder, requireAdministrator);
      app.get('/-/lab/scenario', (_request, reply) => state(reply, scenarios));
      app.put('/-/lab/scenario', { preHandler: requireUser }, (request, reply) => {
        const parsed = z.safeParse(labActivateBody, request.body);
        if (!parsed.success) return reject(reply, 400, 'data: must contain the id of a scenario or rules');
        const choice = parsed.data.data;
        if ('id' in choice) {
          if (!scenarios.activate(choice.id)) return reject(reply, 400, "id: isn't a predefined scenario");
        } else {
          const unknown = scenarios.activateRules(choice.rules);
          const problems = unknown.map((name) => `rules: ${name} isn't an endpoint`);
          if (problems.length > 0) return reject(reply, 400, ...problems);
        }
        request.log.warn({ scenario: scenarios.state().active?.name }, 'scenario activated');
        return state(reply, scenarios);
      });
      // No sign-in needed: anyone locked out by a scenario must be able to end it.
      app.delete('/-/lab/scenario', (request, reply) => {
        scenarios.clear();
        request.log.warn('scenario deactivated');
        return state(reply, scenarios);
      });
    },
  };
}

function state(reply: FastifyReply, scenarios: ScenarioState): FastifyReply {
  return reply.header('Cache-Control', 'no-store').send(scenarios.state());
}

/** Whether a user can manage users everywhere, which is required to reset the demo. */
function isAdministrator({ roles }: AuthenticationResult): boolean {
  return roles.some(
    (role) =>
      role.group_resources.includes('/groups/0') &&
      role.features.some(({ name, privilege }) => name === 'group_admin' && privilege === 'rw'),
  );
}
