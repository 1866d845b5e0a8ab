import { endpoint } from '../endpoint.ts';
import { labActivateBody, labState } from '../lab.ts';

/** The scenarios of the demo: addresses of the gateway itself, not of the management API. */
export const labEndpoints = {
  getScenario: endpoint({
    method: 'GET',
    path: '/-/lab/scenario',
    summary: 'The scenarios, and which is on',
    access: 'public',
    responses: { 200: labState },
  }),
  activateScenario: endpoint({
    method: 'PUT',
    path: '/-/lab/scenario',
    summary: 'Switch a scenario on',
    access: 'signed in',
    body: labActivateBody,
    responses: { 200: labState },
  }),
  endScenario: endpoint({
    method: 'DELETE',
    path: '/-/lab/scenario',
    summary: 'Switch the scenario off',
    access: 'public',
    responses: { 200: labState },
  }),
} as const;
