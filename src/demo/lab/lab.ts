import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { labActivateBody } from '../../contract/lab.ts';
import { applyScenarios } from './effects.ts';
import { LabJobs } from './jobs.ts';
import { Switchboard } from './switchboard.ts';

/** The lab of the demo: scenarios that make the service slow, broken or different, for every client alike. */
export interface Lab {
  /** Adds the lab to the gateway, before the API is. */
  register(app: FastifyInstance): void;
  /** The version of the service that a scenario sets. */
  version(): string | undefined;
}

export function createLab(): Lab {
  const switchboard = new Switchboard();
  return {
    version: () => switchboard.version(),
    register: (app) => {
      const isKnown = applyScenarios(app, switchboard, new LabJobs());
      app.get('/-/lab/scenario', (_request, reply) => state(reply, switchboard));
      app.put('/-/lab/scenario', async (request, reply) => {
        if (!(await isKnown(request)))
          return reply.status(401).send({ detail: ['sign in first: scenarios are for users of the demo'] });
        const parsed = z.safeParse(labActivateBody, request.body);
        if (!parsed.success) {
          const detail = ['data: must hold the id of a scenario, or rules'];
          return reply.status(400).send({ detail });
        }
        const { data } = parsed.data;
        if ('id' in data) {
          if (!switchboard.activate(data.id))
            return reply.status(400).send({ detail: ['id: is not a ready-made scenario'] });
        } else {
          const unknown = switchboard.activateRules(data.rules);
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
