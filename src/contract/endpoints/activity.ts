import { change, changeList, changeQuery, recreation, recreationQuery } from '../activity/changes.ts';
import { signInCountQuery, signInCounts } from '../activity/sign-in-counts.ts';
import { signInEventDetail, signInEventList, signInEventQuery } from '../activity/sign-in-events.ts';
import { endpoint } from '../endpoint.ts';
import { jobStatus } from '../jobs.ts';
import { byEntry, byId, empty, requires } from './parts.ts';

const visible = { access: 'signed in', extension: true } as const;

export const activityEndpoints = {
  listSignInEvents: endpoint('GET', '/sign_in_events', 'List visible sign-ins, newest first', {
    ...visible,
    query: signInEventQuery,
    responses: { 200: signInEventList },
  }),
  getSignInEvent: endpoint('GET', '/sign_in_events/:id', 'Get a sign-in with its steps', {
    ...visible,
    params: byEntry,
    responses: { 200: signInEventDetail },
  }),
  countSignIns: endpoint('GET', '/sign_in_counts', 'Count visible sign-ins by period and result', {
    ...visible,
    query: signInCountQuery,
    responses: { 200: signInCounts },
  }),
  listChanges: endpoint('GET', '/changes', 'List visible changes, newest first', {
    ...visible,
    query: changeQuery,
    responses: { 200: changeList },
  }),
  getChange: endpoint('GET', '/changes/:id', 'Get a change', {
    ...visible,
    params: byEntry,
    responses: { 200: change },
  }),
  getRecreation: endpoint('GET', '/changes/:id/recreation', 'Check whether deleted groups can be recreated', {
    access: requires('group', 'ro'),
    extension: true,
    params: byEntry,
    query: recreationQuery,
    responses: { 200: recreation },
  }),
  recreateGroups: endpoint('POST', '/changes/:id/recreation', 'Recreate deleted groups', {
    access: requires('group', 'rw'),
    extension: true,
    params: byEntry,
    query: recreationQuery,
    responses: { 202: jobStatus },
    problems: [409],
  }),
  forgetUser: endpoint(
    'POST',
    '/users/:id/forget',
    "Replace a user's login and addresses in both logs with a pseudonym",
    { access: requires('group_admin', 'rw'), extension: true, params: byId, responses: { 200: empty } },
  ),
} as const;
