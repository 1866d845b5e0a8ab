import type { Misbehaviour } from './misbehaviours.ts';
import type { ClaimSet } from './personas.ts';

/** The choices made at one sign-in. Stored by grant, and so found from every token. */
export interface SignIn {
  personaName: string;
  sub: string;
  misbehaviour: Misbehaviour;
  slowSeconds: number;
  idToken: ClaimSet;
  userInfo: ClaimSet;
}

const maxSignIns = 500;

/** Keeps the latest sign-ins by grant, in memory. */
export function createSignIns() {
  const byGrant = new Map<string, SignIn>();
  return {
    find: (grantId: string | undefined) => (grantId === undefined ? undefined : byGrant.get(grantId)),
    add: (grantId: string, signIn: SignIn) => {
      byGrant.set(grantId, signIn);
      const [oldest] = byGrant.keys();
      if (byGrant.size > maxSignIns && oldest !== undefined) byGrant.delete(oldest);
    },
  };
}
export type SignIns = ReturnType<typeof createSignIns>;
