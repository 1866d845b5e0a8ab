import type { OidcOp } from '../../../contract/oidc-ops.ts';
import type { FormValues } from './fields.ts';
import { toCreateRequest, toUpdateRequest, type RequestData } from './form-values.ts';

/** What saving would send. */
export interface RequestPreview {
  method: 'POST' | 'PUT';
  path: string;
  data: RequestData;
  /** Whether the client secret goes with it; its value is never here. */
  sendsSecret: boolean;
}

/** @param sendsSecret whether something is typed as the client secret */
export function previewRequest(
  base: OidcOp | undefined,
  baseValues: FormValues,
  values: FormValues,
  sendsSecret: boolean,
): RequestPreview {
  return {
    method: base ? 'PUT' : 'POST',
    path: base ? `/oidc_ops/${base.id}` : '/oidc_ops',
    data: base ? toUpdateRequest(baseValues, values, undefined) : toCreateRequest(values, ''),
    sendsSecret,
  };
}

const secretShown = '••••••••';

/** The body as it will be sent, the secret redacted. */
export function shownBody({ data, sendsSecret }: RequestPreview): string {
  return JSON.stringify({ data: sendsSecret ? { ...data, client_secret: secretShown } : data }, undefined, 2);
}

/**
 * The request as a command for a shell: key and secret stand in variables, so that neither gets into its history.
 * @param baseAddress the address of the API
 */
export function asCurl(request: RequestPreview, baseAddress: string): string {
  const { method, path, data, sendsSecret } = request;
  const placeholder = '@@secret@@';
  const body = JSON.stringify({ data: sendsSecret ? { ...data, client_secret: placeholder } : data });
  const quoted = `'${body.replaceAll("'", `'\\''`)}'`.replace(placeholder, `'"$CLIENT_SECRET"'`);
  return [
    `curl -X ${method} '${baseAddress}${path}'`,
    `-H "Authorization: token $API_KEY"`,
    `-H 'Accept: application/json'`,
    `-H 'Content-Type: application/json'`,
    `-d ${quoted}`,
  ].join(' \\\n  ');
}
