import type { OidcLoginError } from '../../../contract/oidc/sign-in-causes.ts';
import { SignInFailure, type FailedStep } from '../../domain/oidc/relying-party.ts';
import { OutboundError } from '../outbound-error.ts';

/** What to do about a provider that breaks the rules. */
export const reportRepair =
  "The provider violates OpenID Connect; report it to the provider's administrator.";

/** Fails a sign-in. @throws SignInFailure */
export function fail(step: FailedStep): never {
  throw new SignInFailure(step);
}

/**
 * Fails a step whose request got no usable response; other errors are rethrown.
 * @param request as the subject of a sentence: "The token request"
 * @param endpoint to correct: "token endpoint"
 */
export function failRequest(
  error: unknown,
  name: FailedStep['name'],
  request: string,
  endpoint: string,
): never {
  if (!(error instanceof OutboundError)) throw error;
  const code = outboundCode(error);
  const unreachable = `Correct the ${endpoint}, or make it reachable from the service.`;
  const repair = error.repair ?? (code === 'provider_unreachable' ? unreachable : undefined);
  fail({
    name,
    error: code,
    message: `${request} failed: ${error.message}.`,
    ...(repair !== undefined && { repair }),
  });
}

export function outboundCode({ reason }: OutboundError): OidcLoginError {
  if (reason === 'forbidden address') return 'provider_blocked';
  return reason === 'redirect' || reason === 'too large'
    ? 'provider_response_invalid'
    : 'provider_unreachable';
}

/** Statuses of a provider that works again later. */
export function isTemporary(status: number): boolean {
  return status === 429 || status >= 500;
}

/** Fails a step because the provider is overloaded or broken. */
export function failTemporarily(name: FailedStep['name'], endpoint: string, status: number): never {
  fail({
    name,
    error: 'provider_unavailable',
    message:
      status === 429
        ? `The ${endpoint} rejects requests because there were too many (429).`
        : `The ${endpoint} failed with status ${status}.`,
    actual: `status ${status}`,
  });
}

export function format(value: unknown): string {
  if (value === undefined) return 'missing';
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 300);
}

/** A JSON object from a response; undefined if it's anything else. */
export function jsonObject(body: Uint8Array): Record<string, unknown> | undefined {
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : undefined;
  } catch {
    return undefined;
  }
}
