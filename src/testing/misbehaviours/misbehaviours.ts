import { idTokenFaults } from './id-token.ts';
import type { Misbehaviour } from './misbehaviour.ts';
import { requestFaults } from './requests.ts';
import { userFaults } from './user.ts';

/** Faults: at least one for each check of a sign-in. */
export const misbehaviours: Misbehaviour[] = [...requestFaults, ...idTokenFaults, ...userFaults];
