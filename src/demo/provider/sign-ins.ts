import type { Behaviour, User } from './behaviour.ts';

/** The choices made at one sign-in. Stored by grant, and so found from every token. */
export interface SignIn {
  personaName: string;
  user: User;
  behaviour: Behaviour;
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
