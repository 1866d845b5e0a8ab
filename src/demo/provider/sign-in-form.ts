import { z } from 'zod';
import { misbehaviours, slowSecondsDefault, slowSecondsMost } from './misbehaviours.ts';
import { personas, type ClaimSet, type Persona, type PersonaClaims } from './personas.ts';

/** Textareas of a persona. */
export const claimsField = (persona: Persona, part: keyof PersonaClaims) => `${part}.${persona.id}`;

const claimsMost = 16 * 1024;
/** The provider sets these; a misbehaviour, not an edited claim, makes them wrong. */
const ownClaims = ['iss', 'aud', 'azp', 'exp', 'iat', 'nbf', 'nonce', 'at_hash', 'c_hash'];

const claimSet = z
  .string('must be sent')
  .max(claimsMost, `must be at most ${claimsMost} characters`)
  .transform((text, context): ClaimSet => {
    try {
      // An empty box is the shortest way to say "no claims".
      const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text);
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
      context.addIssue('must be a JSON object, like { "preferred_username": "operator" }');
    } catch (error) {
      context.addIssue(`not JSON: ${jsonProblem(text, error)}`);
    }
    return z.NEVER;
  })
  .superRefine((claims, context) => {
    const own = ownClaims.filter((name) => Object.hasOwn(claims, name));
    for (const name of own)
      context.addIssue(`${name} is set by the provider; choose what goes wrong instead`);
  });

const idToken = claimSet.refine(({ sub }) => typeof sub === 'string' && /^[\x21-\x7e]{1,255}$/.test(sub), {
  error: 'sub must be 1 to 255 ASCII characters without spaces',
});
const userInfoOnly = claimSet.refine((claims) => !Object.hasOwn(claims, 'sub'), {
  error: 'sub is that of the ID Token; choose “UserInfo of another sub” for another one',
});

const secondsProblem = `must be a whole number from 1 to ${slowSecondsMost}`;
const slowSeconds = z.coerce
  .number(secondsProblem)
  .int(secondsProblem)
  .min(1, secondsProblem)
  .max(slowSecondsMost, secondsProblem);

const form = z.object({
  persona: z.string().transform((id, context) => {
    const persona = personas.find((candidate) => candidate.id === id);
    if (persona) return persona;
    context.addIssue('must be one of those listed');
    return z.NEVER;
  }),
  misbehaviour: z.enum(
    misbehaviours.map(({ id }) => id),
    'must be one of those listed',
  ),
});

/** A problem of the form: at which field, and a sentence about it. */
export interface FormProblem {
  field: string;
  message: string;
}
export interface SignInChoice {
  persona: Persona;
  claims: PersonaClaims;
  misbehaviour: (typeof misbehaviours)[number]['id'];
  slowSeconds: number;
}

/** Reads the form of the sign-in page. The claims of the chosen persona count, the others are not looked at. */
export function parseSignInForm(
  fields: URLSearchParams,
): { choice: SignInChoice } | { problems: [FormProblem, ...FormProblem[]] } {
  const problems: FormProblem[] = [];
  const read = <T>(schema: z.ZodType<T>, value: unknown, field: string, label: string): T | undefined => {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    for (const { path, message } of result.error.issues) {
      problems.push({ field: path.length > 0 ? path.join('.') : field, message: `${label} ${message}` });
    }
    return undefined;
  };
  const chosen = read(form, Object.fromEntries(fields), 'form', 'Choice:');
  const persona = chosen?.persona;
  const claims = (part: keyof PersonaClaims, schema: z.ZodType<ClaimSet>, label: string) =>
    persona && read(schema, fields.get(claimsField(persona, part)), claimsField(persona, part), label);
  const inIdToken = claims('idToken', idToken, `Claims of ${persona?.name}:`);
  const inUserInfo = claims('userInfoOnly', userInfoOnly, `Claims of ${persona?.name} in UserInfo only:`);
  const seconds =
    chosen?.misbehaviour === 'slow'
      ? read(slowSeconds, fields.get('slow_seconds'), 'slow_seconds', 'Seconds')
      : slowSecondsDefault;
  const [first, ...others] = problems;
  if (first) return { problems: [first, ...others] };
  if (!chosen || !inIdToken || !inUserInfo || seconds === undefined)
    throw new Error('A problem went unnamed');
  return {
    choice: {
      ...chosen,
      claims: { idToken: inIdToken, userInfoOnly: inUserInfo },
      slowSeconds: seconds,
    },
  };
}

/** V8 tells a position; people count lines. */
function jsonProblem(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const position = /^(?<what>.*?)(?: in JSON)? at position (?<at>\d+)/s.exec(message)?.groups;
  if (!position) return message;
  const before = text.slice(0, Number(position['at'])).split('\n');
  return `${position['what']}, line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
}
