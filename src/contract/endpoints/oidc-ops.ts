import { endpoint } from '../endpoint.ts';
import { jobStatus } from '../jobs.ts';
import { oidcOp, oidcOpCreateBody, oidcOpList, oidcOpUpdateBody } from '../oidc/oidc-ops.ts';
import { pageQuery } from '../paging.ts';
import { versions } from '../versions.ts';
import { byId, requires } from './parts.ts';

const reads = { access: requires('palisade', 'ro'), since: versions.oidc } as const;
const writes = { access: requires('palisade', 'rw'), since: versions.oidc } as const;

/** OIDC provider configurations. */
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
} as const;
