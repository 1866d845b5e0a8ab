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

/** The demo's scenarios and data: served by the gateway itself, not part of the management API. */
export const labEndpoints = {
  getScenario: endpoint({
    method: 'GET',
    path: '/-/lab/scenario',
    summary: 'List the scenarios and get the active one',
    access: 'public',
    responses: { 200: labState },
  }),
  activateScenario: endpoint({
    method: 'PUT',
    path: '/-/lab/scenario',
    summary: 'Activate a scenario',
    access: 'signed in',
    body: labActivateBody,
    responses: { 200: labState },
  }),
  endScenario: endpoint({
    method: 'DELETE',
    path: '/-/lab/scenario',
    summary: 'Deactivate the scenario',
    access: 'public',
    responses: { 200: labState },
  }),
  getData: endpoint({
    method: 'GET',
    path: '/-/lab/data',
    summary: 'Count records and list snapshots',
    access: 'signed in',
    responses: { 200: labData },
  }),
  resetData: endpoint({
    method: 'POST',
    path: '/-/lab/data/reset',
    summary: 'Reset to the demo data',
    access: 'signed in',
    responses: { 200: labData },
  }),
  generateData: endpoint({
    method: 'POST',
    path: '/-/lab/data/generate',
    summary: 'Generate groups or users',
    access: 'signed in',
    body: labGenerateBody,
    responses: { 200: labData },
  }),
  saveSnapshot: endpoint({
    method: 'PUT',
    path: '/-/lab/snapshots/:name',
    summary: 'Take a snapshot',
    access: 'signed in',
    params: byName,
    responses: { 200: labData },
  }),
  restoreSnapshot: endpoint({
    method: 'POST',
    path: '/-/lab/snapshots/:name/restore',
    summary: 'Restore a snapshot',
    access: 'signed in',
    params: byName,
    responses: { 200: labData },
  }),
  compareSnapshot: endpoint({
    method: 'GET',
    path: '/-/lab/snapshots/:name/comparison',
    summary: 'Compare a snapshot with the current data',
    access: 'signed in',
    params: byName,
    responses: { 200: labComparison },
  }),
  deleteSnapshot: endpoint({
    method: 'DELETE',
    path: '/-/lab/snapshots/:name',
    summary: 'Delete a snapshot',
    access: 'signed in',
    params: byName,
    responses: { 200: labData },
  }),
} as const;
