import type { BodyInputOf } from '../../../../contract/endpoint.ts';
import { oidcOpsEndpoints } from '../../../../contract/endpoints/oidc-ops.ts';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { plannedRequest, type PlannedRequest } from '../../../api/planned-request.ts';
import { secretMark } from '../../../api/redact.ts';
import type { FormValues } from '../editor/fields.ts';
import { toCreateRequest, toUpdateRequest } from '../editor/form-values.ts';

/**
 * What saving would send; undefined where it would send nothing. The client secret is never in it.
 * @param sendsSecret whether something is typed as the client secret
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
    // What is still missing is missing in what is shown.
    const body = { data } as BodyInputOf<typeof oidcOpsEndpoints.createOidcOp>;
    return plannedRequest(oidcOpsEndpoints.createOidcOp, { body }, origin);
  }
  const data = { ...toUpdateRequest(baseValues, values, undefined), ...secret };
  if (Object.keys(data).length === 0) return undefined;
  // The one choice among the fields comes from a list of the contract's values.
  const body = { data } as BodyInputOf<typeof oidcOpsEndpoints.updateOidcOp>;
  return plannedRequest(oidcOpsEndpoints.updateOidcOp, { params: { id: base.id }, body }, origin);
}
