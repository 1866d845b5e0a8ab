import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { defaultGroupId, groupPath } from '../contract/groups/groups.ts';
import { limits } from '../contract/limits.ts';
import { features } from '../contract/access/privileges.ts';
import { role } from '../contract/access/roles.ts';
import { urlProblem } from '../contract/urls.ts';
import { findMetadata } from '../service/outbound/discovery.ts';
import type { Outbound } from '../service/outbound/outbound.ts';
import { OutboundError } from '../service/outbound/outbound-error.ts';
import { jsonIn } from './remote/json-in.ts';
import { sendRefusal, type Refusal } from './requests/refusal.ts';

/**
 * `GET /-/oidc-metadata?url=`: provider metadata, fetched with the same guard as the service's own requests.
 * Only for signed-in users who may read OIDC configurations, so that no one can probe a network with it.
 */
export function oidcMetadataRoute(app: FastifyInstance, outbound: Outbound, isEmbedded: boolean): void {
  app.get('/-/oidc-metadata', async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    const refusal = await refuse(app, request, isEmbedded);
    if (refusal) return sendRefusal(reply, refusal);
    const { url } = request.query as { url?: unknown };
    const problem = checkUrl(url);
    if (problem) return sendRefusal(reply, { status: 400, sentence: `url: ${problem}` });
    try {
      return await reply.send(await findMetadata(outbound, String(url)));
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      const { message, repair } = error;
      return sendRefusal(reply, {
        status: 502,
        sentence: repair === undefined ? message : `${message}. ${repair}`,
      });
    }
  });
}

function checkUrl(url: unknown): string | undefined {
  if (typeof url !== 'string' || url === '') return 'is required';
  return urlProblem(url, ['https:', 'http:'], limits.url);
}

/** What an authentication result says about privileges: a remote one may lack the rest. */
const privileged = z.object({ roles: z.array(z.pick(role, { features: true, group_resources: true })) });

/** In bytes. */
const longestResult = 16 * 1024 * 1024;

/** Asks the service, embedded or remote, who the caller is, and decides by their roles (docs/decisions.md, "Addresses"). */
async function refuse(
  app: FastifyInstance,
  request: FastifyRequest,
  isEmbedded: boolean,
): Promise<Refusal | undefined> {
  const { cookie, authorization } = request.headers;
  const response = await app.inject({
    url: '/api/authentication',
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      ...(cookie === undefined ? {} : { cookie }),
      ...(authorization === undefined ? {} : { authorization }),
    },
  });
  if (response.statusCode !== 200) {
    if (response.statusCode === 503)
      return { status: 503, sentence: "the service isn't available right now: try again in a moment" };
    if (response.statusCode >= 500)
      return { status: 502, sentence: "the service couldn't say who you are: try again in a moment" };
    return { status: 401, sentence: 'sign in first: the session is missing or expired' };
  }
  const { json } = jsonIn(response.rawPayload, response.headers['content-encoding'], longestResult);
  const parsed = z.safeParse(privileged, json);
  if (!parsed.success) return undefined;
  const { roles } = parsed.data;
  if (!isEmbedded && roles.every((held) => held.features.length === 0)) return undefined;
  // The embedded service's configurations belong to the Default group; a remote one's might not.
  const isAbout = (groups: readonly string[]) =>
    isEmbedded ? groups.includes(groupPath(defaultGroupId)) : groups.length > 0;
  const allowed = roles.some(
    (held) => isAbout(held.group_resources) && held.features.some(({ name }) => !otherFeatures.has(name)),
  );
  return allowed ? undefined : { status: 403, sentence: 'requires privilege ro on feature palisade' };
}

/** Any other feature is the one named after the service: only a remote service knows its own name. */
const otherFeatures: ReadonlySet<string> = new Set(features.filter((feature) => feature !== 'palisade'));
