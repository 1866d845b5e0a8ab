import { limits } from '../../../contract/limits.ts';
import { hasBoundedCost } from '../../../contract/oidc/username-path.ts';
import type { ExpressionSandbox, UsernameResult } from './oidc-ports.ts';
import { SignInFailure } from './relying-party.ts';
import { applyUsernamePath } from './username-evaluation.mjs';

/**
 * Applies `username_path` to claims. A short expression can ask for any amount of time and memory (each `[@,@][]`
 * doubles what the one before it gave), so only those that can't are evaluated in this process.
 * @throws SignInFailure where the sandbox can't evaluate it now
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
      message: `The username expression couldn't be evaluated: ${error instanceof Error ? error.message : String(error)}.`,
      repair: 'Try again in a moment.',
    });
  }
}
