import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { AuthenticationResult } from '../../contract/access/authentication.ts';
import { labActivateBody } from '../../contract/lab.ts';
import { applyScenarios } from './effects.ts';
import { dataRoutes, type DemoStore } from './data-routes.ts';
import { LabJobs } from './jobs.ts';
import { Switchboard } from './scenario-state.ts';

/** The lab of the demo: scenarios that make the service slow, broken or different, for every client alike. */
export interface Lab {
  /** Adds the lab to the gateway, before the API is. */
  register(app: FastifyInstance): void;
  /** The version of the service that a scenario sets. */
  version(): string | undefined;
}

/** @param data the store and the folder of snapshots; without it the lab has scenarios alone */
export function createLab(data?: { store: DemoStore; folder: string }): Lab {
  const switchboard = new Switchboard();
  return {
    version: () => switchboard.version(),
    register: (app) => {
      const whoIs = applyScenarios(app, switchboard, new LabJobs());
      if (data)
        dataRoutes(app, data.store, data.folder, async (request) => administers(await whoIs(request)));
      app.get('/-/lab/scenario', (_request, reply) => state(reply, switchboard));
      app.put('/-/lab/scenario', async (request, reply) => {
        if (!(await whoIs(request)))
          return reply.status(401).send({ detail: ['sign in first: scenarios are for users of the demo'] });
        const parsed = z.safeParse(labActivateBody, request.body);
        if (!parsed.success) {
          const detail = ['data: must hold the id of a scenario, or rules'];
          return reply.status(400).send({ detail });
        }
        const choice = parsed.data.data;
        if ('id' in choice) {
          if (!switchboard.activate(choice.id))
            return reply.status(400).send({ detail: ['id: is not a ready-made scenario'] });
        } else {
          const unknown = switchboard.activateRules(choice.rules);
          if (unknown.length > 0)
            return reply
              .status(400)
              .send({ detail: unknown.map((name) => `rules: ${name} is not an endpoint`) });
        }
        request.log.warn({ scenario: switchboard.state().active?.name }, 'a scenario was switched on');
        return state(reply, switchboard);
      });
      // For everybody: whoever is locked out by a scenario must be able to end it.
      app.delete('/-/lab/scenario', (request, reply) => {
        switchboard.clear();
        request.log.warn('scenarios were switched off');
        return state(reply, switchboard);
      });
    },
  };
}

function state(reply: FastifyReply, switchboard: Switchboard): FastifyReply {
  return reply.header('Cache-Control', 'no-store').send(switchboard.state());
}

/** Whether somebody may change users everywhere: who may that may begin the demo again. */
function administers(result: AuthenticationResult | undefined): boolean {
  return (result?.roles ?? []).some(
    (role) =>
      role.group_resources.includes('/groups/0') &&
      role.features.some(({ name, privilege }) => name === 'group_admin' && privilege === 'rw'),
  );
}
