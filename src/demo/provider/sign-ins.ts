import type { Misbehaviour } from './misbehaviours.ts';
import type { ClaimSet } from './personas.ts';

/** One sign-in as it was chosen on the page; it hangs from the grant, and so from every token. */
export interface SignIn {
  personaName: string;
  sub: string;
  misbehaviour: Misbehaviour;
  slowSeconds: number;
  idToken: ClaimSet;
  userInfo: ClaimSet;
}

const most = 500;

/** The sign-ins of this run by grant; the oldest ones are forgotten. */
export function createSignIns() {
  const byGrant = new Map<string, SignIn>();
  return {
    find: (grantId: string | undefined) => (grantId === undefined ? undefined : byGrant.get(grantId)),
    add: (grantId: string, signIn: SignIn) => {
      byGrant.set(grantId, signIn);
      const [oldest] = byGrant.keys();
      if (byGrant.size > most && oldest !== undefined) byGrant.delete(oldest);
    },
  };
}
export type SignIns = ReturnType<typeof createSignIns>;
