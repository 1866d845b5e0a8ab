/** A JSON object of claims. */
export type ClaimSet = Record<string, unknown>;

/** A persona's claims. The UserInfo response has the ID token's claims plus its own. */
export interface PersonaClaims {
  idToken: ClaimSet;
  userInfoOnly: ClaimSet;
}

/** A user of the demo provider. */
export interface Persona {
  id: string;
  name: string;
  /** The claim with the login, and its value. */
  login: string;
  what: string;
  claims: PersonaClaims;
}

function profile(given: string, family: string): ClaimSet {
  const name = `${given} ${family}`;
  return {
    sub: `demo-${given.toLowerCase()}`,
    name,
    given_name: given,
    family_name: family,
    email: `${given.toLowerCase()}@palisade.example`,
    email_verified: true,
  };
}

/** Their logins are the demo users'. */
export const personas: readonly Persona[] = [
  {
    id: 'olivia',
    name: 'Olivia Operator',
    login: 'preferred_username: operator',
    what: 'Manages groups everywhere.',
    claims: {
      idToken: { ...profile('Olivia', 'Operator'), preferred_username: 'operator' },
      userInfoOnly: {},
    },
  },
  {
    id: 'aud',
    name: 'Aud Itor',
    login: 'preferred_username: auditor',
    what: 'Read-only access to everything.',
    claims: { idToken: { ...profile('Aud', 'Itor'), preferred_username: 'auditor' }, userInfoOnly: {} },
  },
  {
    id: 'tara',
    name: 'Tara Tenant',
    login: 'palisade.login: tenant',
    what: 'Manages EMEA only. The login is in a nested claim; preferred_username has another value.',
    claims: {
      idToken: {
        ...profile('Tara', 'Tenant'),
        preferred_username: 'tara.t',
        palisade: { login: 'tenant', groups: ['EMEA'] },
      },
      userInfoOnly: {},
    },
  },
  {
    id: 'gus',
    name: 'Gus Guest',
    login: 'UserInfo only: guest',
    what: 'Has no role. Only UserInfo contains the login.',
    claims: { idToken: profile('Gus', 'Guest'), userInfoOnly: { preferred_username: 'guest' } },
  },
  {
    id: 'nadia',
    name: 'Nadia Newcomer',
    login: 'preferred_username: nadia',
    what: 'No Palisade user has this login.',
    claims: { idToken: { ...profile('Nadia', 'Newcomer'), preferred_username: 'nadia' }, userInfoOnly: {} },
  },
  {
    id: 'ada',
    name: 'Ada Admin',
    login: 'preferred_username: admin',
    what: 'Full access to everything.',
    claims: { idToken: { ...profile('Ada', 'Admin'), preferred_username: 'admin' }, userInfoOnly: {} },
  },
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
