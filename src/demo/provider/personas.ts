export type ClaimSet = Record<string, unknown>;

/** A persona's claims. The UserInfo response has the ID token's claims plus its own. */
export interface PersonaClaims {
  idToken: ClaimSet;
  userInfoOnly: ClaimSet;
}

export interface Persona {
  id: string;
  name: string;
  /** The claim with the login, and its value. */
  login: string;
  what: string;
  claims: PersonaClaims;
}

/** @param login the claim with the login, and its value */
function personaNamed(
  name: string,
  login: string,
  what: string,
  more: ClaimSet,
  userInfoOnly: ClaimSet = {},
): Persona {
  const [given = '', family] = name.split(' ');
  const id = given.toLowerCase();
  const profile = {
    sub: `demo-${id}`,
    name,
    given_name: given,
    family_name: family,
    email: `${id}@palisade.example`,
    email_verified: true,
  };
  return { id, name, login, what, claims: { idToken: { ...profile, ...more }, userInfoOnly } };
}

function named(name: string, login: string, what: string): Persona {
  return personaNamed(name, `preferred_username: ${login}`, what, { preferred_username: login });
}

/** Their logins are the demo users'. */
export const personas: readonly Persona[] = [
  named('Olivia Operator', 'operator', 'Manages groups everywhere.'),
  named('Aud Itor', 'auditor', 'Read-only access to everything.'),
  personaNamed(
    'Tara Tenant',
    'palisade.login: tenant',
    'Manages EMEA only. The login is in a nested claim; preferred_username has another value.',
    { preferred_username: 'tara.t', palisade: { login: 'tenant', groups: ['EMEA'] } },
  ),
  personaNamed(
    'Gus Guest',
    'UserInfo only: guest',
    'Has no role. Only UserInfo contains the login.',
    {},
    { preferred_username: 'guest' },
  ),
  named('Nadia Newcomer', 'nadia', 'No Palisade user has this login.'),
  named('Ada Admin', 'admin', 'Full access to everything.'),
];

/** Keeps the personas' edited claims until the provider stops. */
export function createPersonaClaims() {
  const edited = new Map<string, PersonaClaims>();
  return {
    get: (persona: Persona) => edited.get(persona.id) ?? persona.claims,
    isEdited: (persona: Persona) => edited.has(persona.id),
    set: (persona: Persona, claims: PersonaClaims) => {
      if (JSON.stringify(claims) === JSON.stringify(persona.claims)) edited.delete(persona.id);
      else edited.set(persona.id, claims);
    },
    restore: (persona: Persona) => edited.delete(persona.id),
  };
}
export type PersonaClaimsStore = ReturnType<typeof createPersonaClaims>;
