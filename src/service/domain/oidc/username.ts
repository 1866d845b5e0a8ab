import { limits } from '../../../contract/limits.ts';
import { hasBoundedCost } from '../../../contract/oidc/username-path.ts';
import { applyUsernamePath, type UsernameResult } from '../../../contract/oidc/username-evaluation.mjs';
import type { ExpressionSandbox } from './oidc-ports.ts';
import { SignInFailure } from './relying-party.ts';

/**
 * Evaluates `username_path` on claims. A short expression can require unlimited time and memory (each `[@,@][]`
 * doubles the previous result), so only expressions of bounded cost are evaluated in this process.
 * @throws SignInFailure if the sandbox can't evaluate it now
 */
export async function usernameIn(
  sandbox: ExpressionSandbox,
  expression: string,
  claims: Readonly<Record<string, unknown>>,
): Promise<UsernameResult> {
  if (hasBoundedCost(expression)) return applyUsernamePath(expression, claims, limits.login);
  try {
    return await sandbox.apply(expression, claims);
  } catch (error) {
    throw new SignInFailure({
      name: 'username_path',
      error: 'service_failed',
      message: `Couldn't evaluate the username expression: ${error instanceof Error ? error.message : String(error)}.`,
      repair: 'Try again in a moment.',
    });
  }
}
