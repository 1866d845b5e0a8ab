import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import {
  labActivateBody,
  labData,
  labGenerateBody,
  labResetQuery,
  labSnapshotName,
  labState,
} from '../lab.ts';

const data = { access: 'signed in', responses: { 200: labData } } as const;
const byName = z.object({ name: labSnapshotName });

/** The demo's scenarios and data: served by the gateway itself, not part of the management API. */
export const labEndpoints = {
  getScenario: endpoint('GET', '/-/lab/scenario', 'List the scenarios and get the active one', {
    access: 'public',
    responses: { 200: labState },
  }),
  activateScenario: endpoint('PUT', '/-/lab/scenario', 'Activate a scenario', {
    access: 'signed in',
    body: labActivateBody,
    responses: { 200: labState },
  }),
  endScenario: endpoint('DELETE', '/-/lab/scenario', 'Deactivate the scenario', {
    access: 'public',
    responses: { 200: labState },
  }),
  getData: endpoint('GET', '/-/lab/data', 'Count records and list snapshots', { ...data }),
  resetData: endpoint('POST', '/-/lab/data/reset', 'Reset to the demo data', {
    ...data,
    query: labResetQuery,
  }),
  generateData: endpoint('POST', '/-/lab/data/generate', 'Generate groups or users', {
    ...data,
    body: labGenerateBody,
  }),
  saveSnapshot: endpoint('PUT', '/-/lab/snapshots/:name', 'Take a snapshot', { ...data, params: byName }),
  restoreSnapshot: endpoint('POST', '/-/lab/snapshots/:name/restore', 'Restore a snapshot', {
    ...data,
    params: byName,
  }),
  deleteSnapshot: endpoint('DELETE', '/-/lab/snapshots/:name', 'Delete a snapshot', {
    ...data,
    params: byName,
  }),
} as const;
