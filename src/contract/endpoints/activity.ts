import { change, changeList, changeQuery } from '../activity/changes.ts';
import { signInEventDetail, signInEventList, signInEventQuery } from '../activity/sign-in-events.ts';
import { endpoint } from '../endpoint.ts';
import { byId, empty, requires } from './parts.ts';

/** The logs of sign-ins and changes. */
export const activityEndpoints = {
  listSignInEvents: endpoint({
    method: 'GET',
    path: '/sign_in_events',
    summary: 'List visible sign-ins, newest first',
    access: 'signed in',
    extension: true,
    query: signInEventQuery,
    responses: { 200: signInEventList },
  }),
  getSignInEvent: endpoint({
    method: 'GET',
    path: '/sign_in_events/:id',
    summary: 'Get a sign-in with its steps',
    access: 'signed in',
    extension: true,
    params: byId,
    responses: { 200: signInEventDetail },
  }),
  listChanges: endpoint({
    method: 'GET',
    path: '/changes',
    summary: 'List visible changes, newest first',
    access: 'signed in',
    extension: true,
    query: changeQuery,
    responses: { 200: changeList },
  }),
  getChange: endpoint({
    method: 'GET',
    path: '/changes/:id',
    summary: 'Get a change',
    access: 'signed in',
    extension: true,
    params: byId,
    responses: { 200: change },
  }),
  forgetUser: endpoint({
    method: 'POST',
    path: '/users/:id/forget',
    summary: "Replace a user's login and addresses in both logs with a pseudonym",
    access: requires('group_admin', 'rw'),
    extension: true,
    params: byId,
    responses: { 200: empty },
  }),
} as const;
