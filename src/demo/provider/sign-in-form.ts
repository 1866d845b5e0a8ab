import { z } from 'zod';
import { misbehaviourIds, slowSecondsDefault, maxSlowSeconds, type MisbehaviourId } from './misbehaviours.ts';
import { personas, type ClaimSet, type Persona, type PersonaClaims } from './personas.ts';

export const claimsField = (persona: Persona, part: keyof PersonaClaims) => `${part}.${persona.id}`;

const maxCharacters = 16 * 1024;
/** The provider sets these; only a misbehaviour alters them. */
const reservedClaims = ['iss', 'aud', 'azp', 'exp', 'iat', 'nbf', 'nonce', 'at_hash', 'c_hash'];

const claimSet = z
  .string('must be sent')
  .max(maxCharacters, `must be at most ${maxCharacters} characters`)
  .transform((text, context): ClaimSet => {
    try {
      // Blank means no claims.
      const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text);
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
      context.addIssue('must be a JSON object, like { "preferred_username": "operator" }');
    } catch (error) {
      context.addIssue(`must be valid JSON: ${(error as Error).message}`);
    }
    return z.NEVER;
  })
  .superRefine((claims, context) => {
    const reserved = reservedClaims.filter((name) => Object.hasOwn(claims, name));
    for (const name of reserved)
      context.addIssue(`${name} is set by the provider; choose an error to simulate instead`);
  });

const idToken = claimSet.refine(({ sub }) => typeof sub === 'string' && /^[\x21-\x7e]{1,255}$/.test(sub), {
  error: 'sub must be 1 to 255 ASCII characters without spaces',
});
const userInfoOnly = claimSet.refine((claims) => !Object.hasOwn(claims, 'sub'), {
  error: 'sub comes from the ID token; choose “Wrong UserInfo sub” to send another one',
});

const secondsProblem = `must be a whole number from 1 to ${maxSlowSeconds}`;
const slowSeconds = z.coerce
  .number(secondsProblem)
  .int(secondsProblem)
  .min(1, secondsProblem)
  .max(maxSlowSeconds, secondsProblem);

const form = z.object({
  persona: z.string().transform((id, context) => {
    const persona = personas.find((candidate) => candidate.id === id);
    if (persona) return persona;
    context.addIssue('must be one of those listed');
    return z.NEVER;
  }),
  misbehaviour: z.enum(misbehaviourIds, 'must be one of those listed'),
});

export interface FormProblem {
  field: string;
  message: string;
}
export interface SignInChoice {
  persona: Persona;
  claims: PersonaClaims;
  misbehaviour: MisbehaviourId;
  slowSeconds: number;
}

/** Parses the sign-in page's form. Only the chosen persona's claims are validated. */
export function parseSignInForm(
  fields: URLSearchParams,
): { choice: SignInChoice } | { problems: [FormProblem, ...FormProblem[]] } {
  const problems: FormProblem[] = [];
  const read = <T>(schema: z.ZodType<T>, value: unknown, field: string, label: string): T | undefined => {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    for (const { path, message } of result.error.issues)
      problems.push({ field: path.length > 0 ? path.join('.') : field, message: `${label} ${message}` });
    return undefined;
  };
  const chosen = read(form, Object.fromEntries(fields), 'form', 'Choice:');
  const persona = chosen?.persona;
  const claims = (part: keyof PersonaClaims, schema: z.ZodType<ClaimSet>, label: string) =>
    persona && read(schema, fields.get(claimsField(persona, part)), claimsField(persona, part), label);
  const inIdToken = claims('idToken', idToken, `${persona?.name}'s claims:`);
  const inUserInfo = claims('userInfoOnly', userInfoOnly, `${persona?.name}'s UserInfo claims:`);
  const seconds =
    chosen?.misbehaviour === 'slow'
      ? read(slowSeconds, fields.get('slow_seconds'), 'slow_seconds', 'Delay')
      : slowSecondsDefault;
  const [first, ...others] = problems;
  if (first) return { problems: [first, ...others] };
  if (!chosen || !inIdToken || !inUserInfo || seconds === undefined)
    throw new Error('The form is invalid, but no problem was reported');
  return {
    choice: { ...chosen, claims: { idToken: inIdToken, userInfoOnly: inUserInfo }, slowSeconds: seconds },
  };
}
