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
  /** The longest wait for a slot. */
  waitMilliseconds: number;
  /** Called for each rejection. */
  onRefusal?(): void;
}

/** A shared instance, because creating many of them under overload would cost time. */
const overloaded = new Problem(503, ['the service is overloaded: try again in a second'], {
  'Retry-After': '1',
});

/** Limits concurrent work. */
export type Gate = ReturnType<typeof createGate>;

/** Limits concurrent work to a number of slots, and rejects early what would have to wait too long. */
export function createGate({ slots, queued, waitMilliseconds, onRefusal }: GateOptions) {
  let free = slots;
  /** Work that had a slot before goes first: finishing it frees its slot. */
  const returning = new Set<() => void>();
  const arriving = new Set<() => void>();
  const refusals = createPace();

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
        refusals.remove(refuse);
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
      // When the queue is full, requests are rejected late too, and paced: clients that retry immediately would
      // otherwise keep the process busy with rejections. The jitter spreads their retries.
      const late = () => {
        queue.delete(admit);
        refusals.add(refuse);
      };
      const timer = setTimeout(
        late,
        admissible ? waitMilliseconds : waitMilliseconds * (1 - Math.random() / 4),
      );
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

/** Tasks per turn, and the pause between turns: 600 to 700 tasks per second. */
const perTurn = 2;
const pauseMilliseconds = 3;

/** Runs small tasks in order and rate-limited, so that many of them leave most of the CPU time to other work. */
export function createPace() {
  const due = new Set<() => void>();
  let busy = false;
  const turn = () => {
    let left = perTurn;
    for (const task of due) {
      if ((left -= 1) < 0) break;
      due.delete(task);
      task();
    }
    busy = due.size > 0;
    // A late turn runs no more tasks than usual: the process is busy.
    if (busy) setTimeout(turn, pauseMilliseconds);
  };
  return {
    add: (task: () => void) => {
      due.add(task);
      if (busy) return;
      busy = true;
      setImmediate(turn);
    },
    /** Removes a task that hasn't run yet. */
    remove: (task: () => void) => void due.delete(task),
  };
}
