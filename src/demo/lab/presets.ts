import type { LabScenario } from '../../contract/lab.ts';

const always = null;

/** The ready-made scenarios, in the order shown. */
export const readyMade: readonly LabScenario[] = [
  {
    id: 'slow-service',
    name: 'Slow service',
    what: 'Every answer takes two seconds: look at loading states.',
    rules: [{ endpoint: '*', effect: { kind: 'latency', milliseconds: 2_000 }, times: always }],
  },
  {
    id: 'service-down',
    name: 'Service down',
    what: 'Every request is answered 503.',
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
    what: 'The next three reads of the group list fail: 500, a cut connection, 502.',
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
    name: 'Half-read group list',
    what: 'The body of the group list trickles for ten seconds.',
    rules: [{ endpoint: 'listGroups', effect: { kind: 'slow-body', milliseconds: 10_000 }, times: 1 }],
  },
  {
    id: 'many-problems',
    name: 'Many problems at once',
    what: 'The next change and the next creation of an OIDC provider are each refused with five problems.',
    rules: ['createOidcOp', 'updateOidcOp'].map((endpoint) => ({
      endpoint,
      effect: {
        kind: 'status' as const,
        status: 400,
        detail: [
          'name: is taken by another configuration',
          'issuer: does not answer',
          'token_endpoint: must use https',
          'scope: openid email is not offered',
          'the licence allows no more providers',
        ],
      },
      times: 1,
    })),
  },
  {
    id: 'session-ended',
    name: 'Session over',
    what: 'The session of whoever makes the next call ends, as after 30 idle minutes.',
    rules: [{ endpoint: '*', effect: { kind: 'session-ended' }, times: 1 }],
  },
  {
    id: 'edited-elsewhere',
    name: 'Edited by somebody else',
    what: 'The next read of an OIDC provider finds a changed name: open the editor, switch this on, then save.',
    rules: [{ endpoint: 'getOidcOp', effect: { kind: 'edited-elsewhere' }, times: 1 }],
  },
  {
    id: 'slow-job',
    name: 'Slow job',
    what: 'Writes are answered 202 and done by a job that takes twenty seconds.',
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
    what: 'The next write becomes a job whose status disappears before it has finished.',
    rules: [{ endpoint: '*', effect: { kind: 'job', outcome: 'vanishes' }, times: 1 }],
  },
  {
    id: 'paging-ignored',
    name: 'Service without paging',
    what: 'Lists ignore start and limit and come whole.',
    rules: [{ endpoint: '*', effect: { kind: 'paging', variant: 'parameters-ignored' }, times: always }],
  },
  {
    id: 'paging-rows',
    name: 'Rows count the page',
    what: 'The rows of a list count the records of the page alone.',
    rules: [{ endpoint: '*', effect: { kind: 'paging', variant: 'rows-count-the-page' }, times: always }],
  },
  {
    id: 'paging-start',
    name: 'Start stands still',
    what: 'The start of every page is told as 0.',
    rules: [{ endpoint: '*', effect: { kind: 'paging', variant: 'start-stands-still' }, times: always }],
  },
  ...['9.1', '9.5', '9.6'].map((version) => ({
    id: `version-${version}`,
    name: `Version ${version}`,
    what: `The service behaves as version ${version}.`,
    rules: [{ endpoint: '*', effect: { kind: 'version' as const, version }, times: always }],
  })),
];
