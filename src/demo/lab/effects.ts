import type { ServerResponse } from 'node:http';
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuthenticationResult } from '../../contract/access/authentication.ts';
import type { LabEffect } from '../../contract/lab.ts';
import type { LabJobs } from './jobs.ts';
import type { ScenarioState } from './scenario-state.ts';

const basePath = '/api';
const maxPageSize = 1000;

interface ServiceResponse {
  statusCode: number;
  body: string;
}

/** Who makes a request, or how the service refused to say. */
type Identified =
  | { caller: AuthenticationResult; refusal?: never }
  | { caller?: never; refusal: ServiceResponse };

type Identify = (request: FastifyRequest) => Promise<Identified>;

/**
 * Applies scenarios to API requests.
 * @returns a function that identifies a request's caller regardless of the active scenario
 */
export function applyScenarios(app: FastifyInstance, scenarios: ScenarioState, jobs: LabJobs): Identify {
  // The Lab's own requests pass unaltered. Only this process knows the header's value.
  const pass = { name: 'x-palisade-lab', value: randomBytes(24).toString('base64url') };
  const taken = new WeakMap<FastifyRequest, LabEffect[]>();
  const asCaller: AsCaller = ({ headers }, method, url, payload) => {
    const names = ['cookie', 'authorization', ...(Buffer.isBuffer(payload) ? ['content-type'] : [])];
    const own = Object.fromEntries(names.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])));
    return app.inject({
      method,
      url,
      headers: { accept: 'application/json', ...own, [pass.name]: pass.value },
      ...(payload ? { payload } : {}),
    });
  };

  const identify: Identify = async (request) => {
    const response = await asCaller(request, 'GET', `${basePath}/authentication`);
    // The service has checked its response against the contract.
    return response.statusCode === 200
      ? { caller: JSON.parse(response.body) as AuthenticationResult }
      : { refusal: response };
  };

  app.addHook('onRequest', async (request, reply) => {
    const path = request.routeOptions.url;
    if (request.headers[pass.name] === pass.value || !path?.startsWith(`${basePath}/`)) return undefined;
    if (await replyForJob(request, reply, jobs, identify)) return reply;
    const { scenario, effects } = scenarios.take(request.method, path.slice(basePath.length));
    taken.set(request, effects);
    if (effects.length > 0)
      reply.header('X-Palisade-Scenario', `${scenario}: ${effects.map(({ kind }) => kind).join(', ')}`);
    for (const effect of effects) {
      request.log.warn({ scenario: effect.kind, route: path }, 'scenario applied');
      switch (effect.kind) {
        case 'latency':
          await wait(effect.milliseconds);
          break;
        case 'status':
          return reply.status(effect.status).send({ detail: effect.detail });
        case 'cut':
          reply.hijack();
          request.raw.socket.destroy();
          return reply;
        case 'session-ended':
          await asCaller(request, 'DELETE', `${basePath}/authentication`);
          break;
        case 'edited-elsewhere':
          await editElsewhere(request, asCaller);
          break;
        case 'paging':
          if (effect.variant === 'parameters-ignored') {
            return passOn(reply, await readWholeList(request, asCaller));
          }
          break;
        default:
      }
    }
    return undefined;
  });
  // After the service has authenticated the caller and read the body.
  app.addHook('preHandler', async (request, reply) => {
    const job = taken.get(request)?.find((effect) => effect.kind === 'job');
    if (!job) return undefined;
    const login = (await identify(request)).caller?.login ?? '';
    const status = jobs.start(login, job.outcome, () => repeat(request, asCaller));
    return reply.status(202).header('Location', status.delayed_job_status_resource).send(status);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const effects = taken.get(request) ?? [];
    // Pages of groups are sent as bytes.
    let body = effects.length > 0 && Buffer.isBuffer(payload) ? String(payload) : payload;
    for (const effect of effects) {
      if (typeof body !== 'string') break;
      if (effect.kind === 'paging') body = repage(body, effect.variant);
      if (effect.kind === 'response-lost') return breakOff(String(body), reply.raw);
      if (effect.kind === 'slow-body') return trickle(String(body), effect.milliseconds);
    }
    return body;
  });
  return identify;
}

type AsCaller = (
  request: FastifyRequest,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) => Promise<ServiceResponse>;

export function passOn(reply: FastifyReply, { statusCode, body }: ServiceResponse): FastifyReply {
  return reply.status(statusCode).type('application/json; charset=utf-8').send(body);
}

/** Replies for a scenario's job by the service's rules: only to the user who started it. @returns whether it has replied */
async function replyForJob(
  request: FastifyRequest,
  reply: FastifyReply,
  jobs: LabJobs,
  identify: Identify,
): Promise<boolean> {
  const id = Number(/^\/api\/delayed_job_statuses\/(\d+)$/.exec(request.url.split('?')[0] ?? '')?.[1]);
  const owner = jobs.ownerOf(id);
  // Otherwise the service responds: 401 without a session, 404 to others and for a missing job.
  if (owner === undefined || (await identify(request)).caller?.login !== owner) return false;
  const status = await jobs.read(id);
  if (!status) return false;
  if (request.method !== 'DELETE') void reply.send(status);
  else if (jobs.remove(id)) void reply.send({});
  else void reply.status(409).send({ detail: ["the job hasn't finished yet"] });
  return true;
}

/** Performs a write that became a job. @returns the job's result */
async function repeat(request: FastifyRequest, asCaller: AsCaller) {
  const payload = Buffer.isBuffer(request.body) ? request.body : undefined;
  // This effect only applies to writes.
  const method = request.method as 'POST' | 'PUT' | 'DELETE';
  const response = await asCaller(request, method, request.url, payload);
  if (response.statusCode < 400) return { failed: false, message: 'Completed' };
  const { detail = ['failed'] } = parse(response.body) as { detail?: string[] };
  return { failed: true, message: detail.join('; ') };
}

/** Renames the record that is about to be read, through the API with the caller's own privileges. */
async function editElsewhere(request: FastifyRequest, asCaller: AsCaller): Promise<void> {
  const url = request.url.split('?')[0] ?? '';
  const record = parse((await asCaller(request, 'GET', url)).body) as { name?: string };
  if (record.name !== undefined)
    await asCaller(request, 'PUT', url, {
      data: { name: `${record.name} (edited elsewhere)`.slice(0, 255) },
    });
}

/** Reads every page of a list as one, regardless of `start` and `limit`; errors are passed on. */
async function readWholeList(request: FastifyRequest, asCaller: AsCaller): Promise<ServiceResponse> {
  const [path, query] = request.url.split('?');
  const search = new URLSearchParams(query);
  const pageFrom = (start: number) => {
    search.set('start', String(start));
    search.set('limit', String(maxPageSize));
    return asCaller(request, 'GET', `${path}?${search.toString()}`);
  };
  const response = await pageFrom(0);
  const first = parse(response.body);
  if (!isList(first)) return response;
  for (let start = first.data.length; start < first.rows;) {
    const next = parse((await pageFrom(start)).body);
    if (!isList(next) || next.data.length === 0) break;
    first.data.push(...next.data);
    start += next.data.length;
  }
  return { statusCode: 200, body: JSON.stringify(first) };
}

function repage(body: string, variant: string): string {
  const list = parse(body);
  if (!isList(list)) return body;
  if (variant === 'rows-count-the-page') list.rows = list.data.length;
  if (variant === 'start-stands-still' && list.start !== undefined) list.start = 0;
  return JSON.stringify(list);
}

function isList(value: unknown): value is { rows: number; data: unknown[]; start?: number } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'rows' in value &&
    'data' in value &&
    Array.isArray(value.data)
  );
}

function trickle(body: string, milliseconds: number): Readable {
  const pieces = 20;
  const size = Math.ceil(body.length / pieces);
  return Readable.from(
    (async function* () {
      for (let start = 0; start < body.length; start += size) {
        yield Buffer.from(body.slice(start, start + size));
        await wait(milliseconds / pieces);
      }
    })(),
  );
}

/** The first half of a body. Then the connection is closed: without any response, browsers may send a request again. */
function breakOff(body: string, response: ServerResponse): Readable {
  return Readable.from(
    (async function* () {
      yield Buffer.from(body.slice(0, body.length / 2));
      // Until it has left the process: before that, an error may be the response. Compression may hold it back for good.
      for (let tries = 0; tries < 20; tries += 1) {
        await wait(50);
        if (response.headersSent && response.writableLength === 0) break;
      }
      throw new Error('The scenario breaks off the response');
    })(),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
