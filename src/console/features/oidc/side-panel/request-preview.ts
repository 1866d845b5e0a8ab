import { createOidcOp, updateOidcOp } from '../../../data/oidc/providers.ts';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { type PlannedRequest } from '../../../api/planned-request.ts';
import { secretMark } from '../../../../client/redact.ts';
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
  // A preview may lack required fields.
  if (!base) return createOidcOp({ ...toCreateRequest(values, ''), ...secret }).preview(origin);
  const data = { ...toUpdateRequest(baseValues, values, undefined), ...secret };
  return Object.keys(data).length === 0 ? undefined : updateOidcOp(base, data).preview(origin);
}
