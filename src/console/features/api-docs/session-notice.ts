import * as z from 'zod/mini';
import type { RawResponse } from '../../api/raw-call.ts';
import { notifyOtherTabs } from '../../data/session/channel.ts';
import type { Operation } from './description.ts';

const signedIn = z.object({ user: z.string(), login: z.string() });

/** Notifies the other tabs after a request has changed the shared session. */
export function announceSessionChange(operation: Operation, { status, body }: RawResponse): void {
  if (operation.path !== '/authentication') return;
  if (operation.method === 'DELETE' && status === 204) notifyOtherTabs({ type: 'signed-out' });
  if (operation.method !== 'POST' || status !== 201) return;
  const result = signedIn.safeParse(body);
  if (result.success) notifyOtherTabs({ type: 'signed-in', ...result.data });
}
