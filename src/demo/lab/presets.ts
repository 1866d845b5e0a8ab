import { providerFaults, type LabEffect, type LabRule, type LabScenario } from '../../contract/lab.ts';
import { outages } from '../provider/misbehaviours.ts';

/** Affects every call until the scenario is deactivated. */
const always = (effect: LabEffect): LabRule => ({ endpoint: '*', effect, times: null });
/** Affects an endpoint's next calls. */
const next = (times: number, endpoint: string, effect: LabEffect): LabRule => ({ endpoint, effect, times });

/** The predefined scenarios, in display order. */
export const presets: readonly LabScenario[] = [
  {
    id: 'slow-service',
    name: 'Slow service',
    category: 'Slow and failing',
    what: 'Every response takes two seconds, to show loading states.',
    rules: [always({ kind: 'latency', milliseconds: 2_000 })],
  },
  {
    id: 'service-down',
    name: 'Service down',
    category: 'Slow and failing',
    what: 'Every request fails with 503.',
    rules: [always({ kind: 'status', status: 503, detail: ['the service is down for maintenance'] })],
  },
  {
    id: 'flaky-groups',
    name: 'Flaky group list',
    category: 'Slow and failing',
    what: 'The next three reads of the group list fail: 500, a dropped connection, 502.',
    rules: [
      next(1, 'listGroups', { kind: 'status', status: 500, detail: ['internal error'] }),
      next(1, 'listGroups', { kind: 'cut' }),
      next(1, 'listGroups', { kind: 'status', status: 502, detail: ['bad gateway'] }),
    ],
  },
  {
    id: 'half-read-list',
    name: 'Slow group list',
    category: 'Slow and failing',
    what: 'The group list takes ten seconds to download.',
    rules: [next(1, 'listGroups', { kind: 'slow-body', milliseconds: 10_000 })],
  },
  ...providerFaults.map((kind) => ({
    id: kind,
    name: outages[kind].name,
    category: 'Demo provider',
    what: outages[kind].what,
    rules: [always({ kind })],
  })),
  {
    id: 'many-problems',
    name: 'Many validation errors',
    category: 'Edits and sessions',
    what: 'The next OIDC provider update and the next creation each fail with five problems.',
    rules: ['createOidcOp', 'updateOidcOp'].map((endpoint) =>
      next(1, endpoint, {
        kind: 'status',
        status: 400,
        detail: [
          'name: is already in use',
          'issuer: does not respond',
          'token_endpoint: must use https',
          'scope: openid email is not supported',
          'the licence allows no more providers',
        ],
      }),
    ),
  },
  {
    id: 'session-ended',
    name: 'Expired session',
    category: 'Edits and sessions',
    what: "The next call ends its caller's session, as 30 idle minutes would.",
    rules: [next(1, '*', { kind: 'session-ended' })],
  },
  {
    id: 'edited-elsewhere',
    name: 'Concurrent edit',
    category: 'Edits and sessions',
    what: 'The next read of an OIDC provider finds a changed name. Open the editor, activate this, then save.',
    rules: [next(1, 'getOidcOp', { kind: 'edited-elsewhere' })],
  },
  {
    id: 'response-lost',
    name: 'Lost response',
    category: 'Edits and sessions',
    what: 'The next write is done, but its response is lost: the connection breaks off.',
    rules: [next(1, '*', { kind: 'response-lost' })],
  },
  {
    id: 'slow-job',
    name: 'Slow job',
    category: 'Jobs',
    what: 'The next three writes return 202 and run as jobs that take twenty seconds.',
    rules: [next(3, '*', { kind: 'job', outcome: 'slow' })],
  },
  {
    id: 'failing-job',
    name: 'Failing job',
    category: 'Jobs',
    what: 'The next write becomes a job that fails.',
    rules: [next(1, '*', { kind: 'job', outcome: 'fails' })],
  },
  {
    id: 'vanishing-job',
    name: 'Vanishing job',
    category: 'Jobs',
    what: 'The next write becomes a job whose status disappears before it finishes.',
    rules: [next(1, '*', { kind: 'job', outcome: 'vanishes' })],
  },
  {
    id: 'paging-ignored',
    name: 'Service without paging',
    category: 'Paging',
    what: 'Lists ignore start and limit and return every record.',
    rules: [always({ kind: 'paging', variant: 'parameters-ignored' })],
  },
  {
    id: 'paging-rows',
    name: 'Page count in rows',
    category: 'Paging',
    what: "A list's rows count only the current page.",
    rules: [always({ kind: 'paging', variant: 'rows-count-the-page' })],
  },
  {
    id: 'paging-start',
    name: 'Constant start',
    category: 'Paging',
    what: 'Every page reports start 0.',
    rules: [always({ kind: 'paging', variant: 'start-stands-still' })],
  },
  ...['9.1', '9.5', '9.6'].map((version) => ({
    id: `version-${version}`,
    name: `Version ${version}`,
    category: 'Versions',
    what: `The service behaves like version ${version}.`,
    rules: [always({ kind: 'version', version })],
  })),
];
