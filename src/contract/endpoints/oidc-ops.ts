import { endpoint } from '../endpoint.ts';
import { jobStatus } from '../jobs.ts';
import { oidcOp, oidcOpCreateBody, oidcOpList, oidcOpUpdateBody } from '../oidc/oidc-ops.ts';
import { watch, watchList, watchUpdateBody } from '../oidc/watch.ts';
import { pageQuery } from '../paging.ts';
import { versions } from '../versions.ts';
import { byId, requires } from './parts.ts';

const reads = { access: requires('palisade', 'ro'), since: versions.oidc } as const;
const writes = { access: requires('palisade', 'rw'), since: versions.oidc } as const;

export const oidcOpsEndpoints = {
  listOidcOps: endpoint('GET', '/oidc_ops', 'List OIDC provider configurations', {
    ...reads,
    query: pageQuery,
    responses: { 200: oidcOpList },
  }),
  createOidcOp: endpoint('POST', '/oidc_ops', 'Create an OIDC provider configuration', {
    ...writes,
    body: oidcOpCreateBody,
    responses: { 201: oidcOp, 202: jobStatus },
  }),
  getOidcOp: endpoint('GET', '/oidc_ops/:id', 'Get an OIDC provider configuration', {
    ...reads,
    params: byId,
    responses: { 200: oidcOp },
  }),
  updateOidcOp: endpoint(
    'PUT',
    '/oidc_ops/:id',
    'Update an OIDC provider configuration; omitted fields keep their values',
    { ...writes, params: byId, body: oidcOpUpdateBody, responses: { 200: oidcOp, 202: jobStatus } },
  ),
  deleteOidcOp: endpoint('DELETE', '/oidc_ops/:id', 'Delete an OIDC provider configuration', {
    ...writes,
    params: byId,
    responses: { 200: oidcOp, 202: jobStatus },
  }),
  listWatches: endpoint('GET', '/oidc_watches', 'List whether signing in through each provider works', {
    ...reads,
    extension: true,
    responses: { 200: watchList },
  }),
  getWatch: endpoint('GET', '/oidc_ops/:id/watch', 'Get whether signing in through a provider works', {
    ...reads,
    extension: true,
    params: byId,
    responses: { 200: watch },
  }),
  updateWatch: endpoint('PUT', '/oidc_ops/:id/watch', 'Update what the watch of a provider does', {
    ...writes,
    extension: true,
    params: byId,
    body: watchUpdateBody,
    responses: { 200: watch },
  }),
  lookNow: endpoint('POST', '/oidc_ops/:id/watch', 'Look now whether signing in through a provider works', {
    ...writes,
    extension: true,
    params: byId,
    responses: { 200: watch },
    problems: [429],
  }),
} as const;
