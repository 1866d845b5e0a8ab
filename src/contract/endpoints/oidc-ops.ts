import { endpoint } from '../endpoint.ts';
import { jobStatus } from '../jobs.ts';
import { oidcOp, oidcOpCreateBody, oidcOpList, oidcOpUpdateBody } from '../oidc/oidc-ops.ts';
import { pageQuery } from '../paging.ts';
import { versions } from '../versions.ts';
import { byId, requires } from './parts.ts';

/** OIDC provider configurations. */
export const oidcOpsEndpoints = {
  listOidcOps: endpoint({
    method: 'GET',
    path: '/oidc_ops',
    summary: 'List OIDC provider configurations',
    access: requires('palisade', 'ro'),
    since: versions.oidc,
    query: pageQuery,
    responses: { 200: oidcOpList },
  }),
  createOidcOp: endpoint({
    method: 'POST',
    path: '/oidc_ops',
    summary: 'Create an OIDC provider configuration',
    access: requires('palisade', 'rw'),
    since: versions.oidc,
    body: oidcOpCreateBody,
    responses: { 201: oidcOp, 202: jobStatus },
  }),
  getOidcOp: endpoint({
    method: 'GET',
    path: '/oidc_ops/:id',
    summary: 'Get an OIDC provider configuration',
    access: requires('palisade', 'ro'),
    since: versions.oidc,
    params: byId,
    responses: { 200: oidcOp },
  }),
  updateOidcOp: endpoint({
    method: 'PUT',
    path: '/oidc_ops/:id',
    summary: 'Update an OIDC provider configuration; omitted fields keep their values',
    access: requires('palisade', 'rw'),
    since: versions.oidc,
    params: byId,
    body: oidcOpUpdateBody,
    responses: { 200: oidcOp, 202: jobStatus },
  }),
  deleteOidcOp: endpoint({
    method: 'DELETE',
    path: '/oidc_ops/:id',
    summary: 'Delete an OIDC provider configuration',
    access: requires('palisade', 'rw'),
    since: versions.oidc,
    params: byId,
    responses: { 200: oidcOp, 202: jobStatus },
  }),
} as const;
