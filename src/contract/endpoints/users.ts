import { endpoint } from '../endpoint.ts';
import { jobStatus } from '../jobs.ts';
import {
  apiKeyCreateBody,
  apiKeyList,
  endingApiKeyList,
  groupUsersQuery,
  newApiKey,
  user,
  userCreateBody,
  userList,
  userLookup,
  userLookupBody,
  userQuery,
  userUpdateBody,
} from '../access/users.ts';
import { endedSessions, endSessionsQuery, session, sessionList } from '../access/sessions.ts';
import { identityList } from '../access/identities.ts';
import { pageQuery } from '../paging.ts';
import { versions } from '../versions.ts';
import { byId, byIdentityId, byKeyId, bySid, empty, requires } from './parts.ts';

const reads = { access: requires('group_admin', 'ro'), extension: true } as const;
const writes = { access: requires('group_admin', 'rw'), extension: true, problems: [409] } as const;
const keys = { access: 'signed in', since: versions.apiKeys, extension: true, problems: [403] } as const;
const sessions = { access: 'signed in', extension: true, problems: [403] } as const;

export const usersEndpoints = {
  listUsers: endpoint('GET', '/users', 'List visible users', {
    ...reads,
    query: userQuery,
    responses: { 200: userList },
  }),
  lookUpUser: endpoint('POST', '/user_lookups', 'Look up a user by login, which stays out of URLs', {
    ...reads,
    personal: true,
    body: userLookupBody,
    responses: { 200: userLookup },
  }),
  createUser: endpoint('POST', '/users', 'Create a user', {
    ...writes,
    body: userCreateBody,
    responses: { 201: user, 202: jobStatus },
  }),
  getUser: endpoint('GET', '/users/:id', 'Get a user', { ...reads, params: byId, responses: { 200: user } }),
  updateUser: endpoint('PUT', '/users/:id', 'Update a user', {
    ...writes,
    params: byId,
    body: userUpdateBody,
    responses: { 200: user, 202: jobStatus },
  }),
  deleteUser: endpoint('DELETE', '/users/:id', 'Delete a user', {
    ...writes,
    params: byId,
    responses: { 200: user, 202: jobStatus },
  }),
  listGroupUsers: endpoint(
    'GET',
    '/groups/:id/users',
    "List a group's users, optionally including its subgroups' users",
    { ...reads, params: byId, query: groupUsersQuery, responses: { 200: userList } },
  ),
  listApiKeys: endpoint('GET', '/users/:id/api_keys', "List a user's API keys (never the keys themselves)", {
    ...keys,
    params: byId,
    query: pageQuery,
    responses: { 200: apiKeyList },
  }),
  listEndingApiKeys: endpoint('GET', '/ending_api_keys', 'List visible API keys in use that end soon', {
    ...keys,
    query: pageQuery,
    responses: { 200: endingApiKeyList },
  }),
  createApiKey: endpoint(
    'POST',
    '/users/:id/api_keys',
    'Create an API key; only this response contains the key',
    { ...keys, params: byId, body: apiKeyCreateBody, responses: { 201: newApiKey } },
  ),
  deleteApiKey: endpoint('DELETE', '/users/:id/api_keys/:key_id', 'Revoke an API key', {
    ...keys,
    params: byKeyId,
    responses: { 200: empty, 202: jobStatus },
  }),
  listIdentities: endpoint('GET', '/users/:id/identities', 'List as whom providers know a user', {
    ...sessions,
    since: versions.oidc,
    params: byId,
    query: pageQuery,
    responses: { 200: identityList },
  }),
  deleteIdentity: endpoint(
    'DELETE',
    '/users/:id/identities/:identity_id',
    'Forget as whom a provider knows a user; their next sign-in decides',
    {
      since: versions.oidc,
      access: requires('group_admin', 'rw'),
      extension: true,
      params: byIdentityId,
      responses: { 200: empty },
    },
  ),
  listSessions: endpoint('GET', '/users/:id/sessions', "List a user's sessions", {
    ...sessions,
    params: byId,
    query: pageQuery,
    responses: { 200: sessionList },
  }),
  endSession: endpoint('DELETE', '/users/:id/sessions/:sid', 'End a session', {
    ...sessions,
    params: bySid,
    responses: { 200: session },
  }),
  endSessions: endpoint('DELETE', '/users/:id/sessions', "End a user's sessions", {
    ...sessions,
    params: byId,
    query: endSessionsQuery,
    responses: { 200: endedSessions },
  }),
} as const;
