import type { BodyInputOf } from '../../../../contract/endpoint.ts';
import { oidcOpsEndpoints } from '../../../../contract/endpoints/oidc-ops.ts';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { plannedRequest, type PlannedRequest } from '../../../api/planned-request.ts';
import { secretMark } from '../../../api/redact.ts';
import type { FormValues } from '../../../data/oidc/fields.ts';
import { toCreateRequest, toUpdateRequest } from '../../../data/oidc/form-values.ts';

/**
 * The request that saving would send; undefined if nothing changed. It never contains the client secret.
 * @param sendsSecret whether a client secret was typed
 */
export function previewRequest(
  base: OidcOp | undefined,
  baseValues: FormValues,
  values: FormValues,
  sendsSecret: boolean,
  origin?: string,
): PlannedRequest | undefined {
  const secret = sendsSecret ? { client_secret: secretMark } : {};
  if (!base) {
    const data = { ...toCreateRequest(values, ''), ...secret };
    // A preview may lack required fields.
    const body = { data } as BodyInputOf<typeof oidcOpsEndpoints.createOidcOp>;
    return plannedRequest(oidcOpsEndpoints.createOidcOp, { body }, origin);
  }
  const data = { ...toUpdateRequest(baseValues, values, undefined), ...secret };
  if (Object.keys(data).length === 0) return undefined;
  // `logout_method`, the only enum, is chosen from the contract's values.
  const body = { data } as BodyInputOf<typeof oidcOpsEndpoints.updateOidcOp>;
  return plannedRequest(oidcOpsEndpoints.updateOidcOp, { params: { id: base.id }, body }, origin);
}
