import type { EventEmitter } from 'node:events';
import type { WithoutSlot } from '../domain/ports.ts';
import { Problem } from '../domain/problem.ts';

interface Entry {
  /** The response that it waits for: when the client disconnects, the entry leaves the queue. */
  client?: EventEmitter;
  /** Whether it had a slot before, so that it goes first. */
  again?: boolean;
}

interface GateOptions {
  slots: number;
  /** The most that may wait for a slot. */
  queued: number;
  waitMilliseconds: number;
  onRefusal?(): void;
}

/** A shared instance, because creating many of them under overload would cost time. */
const overloaded = new Problem(503, ['the service is overloaded: try again in a second'], {
  'Retry-After': '1',
});

export type Gate = ReturnType<typeof createGate>;

/** Limits concurrent work to a number of slots, and rejects early what would have to wait too long. */
export function createGate({ slots, queued, waitMilliseconds, onRefusal }: GateOptions) {
  let free = slots;
  /** Work that had a slot before goes first: finishing it frees its slot. */
  const returning = new Set<() => void>();
  const arriving = new Set<() => void>();

  const leave = () => {
    const [next] = returning.size > 0 ? returning : arriving;
    if (next) next();
    else free += 1;
  };

  /** Waits for a slot, unless one is free. */
  const enter = ({ client, again = false }: Entry): Promise<void> | undefined => {
    if (free > 0) {
      free -= 1;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const queue = again ? returning : arriving;
      const end = () => {
        queue.delete(admit);
        clearTimeout(timer);
        client?.off('close', refuse);
      };
      const admit = () => {
        end();
        resolve();
      };
      const refuse = () => {
        end();
        onRefusal?.();
        reject(overloaded);
      };
      const admissible = again || arriving.size < queued;
      if (admissible) queue.add(admit);
      // When the queue is full, requests are rejected late: clients that retry immediately would otherwise keep the process
      // busy with rejections. The jitter spreads their retries.
      const patience = admissible ? 1 : 3 - Math.random() / 2;
      const timer = setTimeout(refuse, patience * waitMilliseconds);
      client?.once('close', refuse);
    });
  };

  return {
    /**
     * Runs work in a slot, after waiting for one if necessary.
     * @throws Problem 503 with `Retry-After`, before the work has started; from `withoutSlot` if no slot frees up in time
     */
    run: async <Result>(
      work: (withoutSlot: WithoutSlot) => Promise<Result>,
      entry: Entry = {},
    ): Promise<Result> => {
      const entered = enter(entry);
      if (entered) await entered;
      let inside = true;
      const withoutSlot: WithoutSlot = async (wait) => {
        if (!inside) return wait();
        inside = false;
        leave();
        try {
          return await wait();
        } finally {
          await enter({ again: true });
          inside = true;
        }
      };
      try {
        return await work(withoutSlot);
      } finally {
        if (inside) leave();
      }
    },
  };
}
