import type { LabScenario } from '../../contract/lab.ts';

const always = null;

/** The predefined scenarios, in display order. */
export const presets: readonly LabScenario[] = [
  {
    id: 'slow-service',
    name: 'Slow service',
    what: 'Every response takes two seconds, to show loading states.',
    rules: [{ endpoint: '*', effect: { kind: 'latency', milliseconds: 2_000 }, times: always }],
  },
  {
    id: 'service-down',
    name: 'Service down',
    what: 'Every request fails with 503.',
    rules: [
      {
        endpoint: '*',
        effect: { kind: 'status', status: 503, detail: ['the service is down for maintenance'] },
        times: always,
      },
    ],
  },
  {
    id: 'flaky-groups',
    name: 'Flaky group list',
    what: 'The next three reads of the group list fail: 500, a dropped connection, 502.',
    rules: [
      {
        endpoint: 'listGroups',
        effect: { kind: 'status', status: 500, detail: ['internal error'] },
        times: 1,
      },
      { endpoint: 'listGroups', effect: { kind: 'cut' }, times: 1 },
      { endpoint: 'listGroups', effect: { kind: 'status', status: 502, detail: ['bad gateway'] }, times: 1 },
    ],
  },
  {
    id: 'half-read-list',
    name: 'Slow group list',
    what: 'The group list takes ten seconds to download.',
    rules: [{ endpoint: 'listGroups', effect: { kind: 'slow-body', milliseconds: 10_000 }, times: 1 }],
  },
  {
    id: 'many-problems',
    name: 'Many validation errors',
    what: 'The next OIDC provider update and the next creation each fail with five problems.',
    rules: ['createOidcOp', 'updateOidcOp'].map((endpoint) => ({
      endpoint,
      effect: {
        kind: 'status' as const,
        status: 400,
        detail: [
          'name: is already in use',
          'issuer: does not respond',
          'token_endpoint: must use https',
          'scope: openid email is not supported',
          'the licence allows no more providers',
        ],
      },
      times: 1,
    })),
  },
  {
    id: 'session-ended',
    name: 'Expired session',
    what: "The next call ends its caller's session, as 30 idle minutes would.",
    rules: [{ endpoint: '*', effect: { kind: 'session-ended' }, times: 1 }],
  },
  {
    id: 'edited-elsewhere',
    name: 'Concurrent edit',
    what: 'The next read of an OIDC provider finds a changed name. Open the editor, activate this, then save.',
    rules: [{ endpoint: 'getOidcOp', effect: { kind: 'edited-elsewhere' }, times: 1 }],
  },
  {
    id: 'slow-job',
    name: 'Slow job',
    what: 'The next three writes return 202 and run as jobs that take twenty seconds.',
    rules: [{ endpoint: '*', effect: { kind: 'job', outcome: 'slow' }, times: 3 }],
  },
  {
    id: 'failing-job',
    name: 'Failing job',
    what: 'The next write becomes a job that fails.',
    rules: [{ endpoint: '*', effect: { kind: 'job', outcome: 'fails' }, times: 1 }],
  },
  {
    id: 'vanishing-job',
    name: 'Vanishing job',
    what: 'The next write becomes a job whose status disappears before it finishes.',
    rules: [{ endpoint: '*', effect: { kind: 'job', outcome: 'vanishes' }, times: 1 }],
  },
  {
    id: 'paging-ignored',
    name: 'Service without paging',
    what: 'Lists ignore start and limit and return every record.',
    rules: [{ endpoint: '*', effect: { kind: 'paging', variant: 'parameters-ignored' }, times: always }],
  },
  {
    id: 'paging-rows',
    name: 'Page count in rows',
    what: "A list's rows count only the current page.",
    rules: [{ endpoint: '*', effect: { kind: 'paging', variant: 'rows-count-the-page' }, times: always }],
  },
  {
    id: 'paging-start',
    name: 'Constant start',
    what: 'Every page reports start 0.',
    rules: [{ endpoint: '*', effect: { kind: 'paging', variant: 'start-stands-still' }, times: always }],
  },
  ...['9.1', '9.5', '9.6'].map((version) => ({
    id: `version-${version}`,
    name: `Version ${version}`,
    what: `The service behaves like version ${version}.`,
    rules: [{ endpoint: '*', effect: { kind: 'version' as const, version }, times: always }],
  })),
];
