import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import {
  labActivateBody,
  labComparison,
  labData,
  labGenerateBody,
  labSnapshotName,
  labState,
} from '../lab.ts';

const byName = z.object({ name: labSnapshotName });

/** The scenarios and the data of the demo: addresses of the gateway itself, not of the management API. */
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
  getData: endpoint({
    method: 'GET',
    path: '/-/lab/data',
    summary: 'How many records there are, and the snapshots',
    access: 'signed in',
    responses: { 200: labData },
  }),
  resetData: endpoint({
    method: 'POST',
    path: '/-/lab/data/reset',
    summary: 'Begin again with the demo data',
    access: 'signed in',
    responses: { 200: labData },
  }),
  generateData: endpoint({
    method: 'POST',
    path: '/-/lab/data/generate',
    summary: 'Add many groups or users',
    access: 'signed in',
    body: labGenerateBody,
    responses: { 200: labData },
  }),
  saveSnapshot: endpoint({
    method: 'PUT',
    path: '/-/lab/snapshots/:name',
    summary: 'Keep all records under a name',
    access: 'signed in',
    params: byName,
    responses: { 200: labData },
  }),
  restoreSnapshot: endpoint({
    method: 'POST',
    path: '/-/lab/snapshots/:name/restore',
    summary: 'Go back to the records of a snapshot',
    access: 'signed in',
    params: byName,
    responses: { 200: labData },
  }),
  compareSnapshot: endpoint({
    method: 'GET',
    path: '/-/lab/snapshots/:name/comparison',
    summary: 'What differs between a snapshot and now',
    access: 'signed in',
    params: byName,
    responses: { 200: labComparison },
  }),
  deleteSnapshot: endpoint({
    method: 'DELETE',
    path: '/-/lab/snapshots/:name',
    summary: 'Forget a snapshot',
    access: 'signed in',
    params: byName,
    responses: { 200: labData },
  }),
} as const;
