import type { Outside } from '../domain/ports.ts';
import { Problem } from '../domain/problem.ts';
import { createPace } from './pace.ts';

/** Who is to be answered; a `ServerResponse` is one. */
export interface Recipient {
  once(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
}

interface Entry {
  /** Leaves the queue when they are gone. */
  recipient?: Recipient;
  /** Has been inside before, and goes first. */
  again?: boolean;
}

/** Admits as much work at once as there are places, and refuses early what it can't admit soon. */
export interface Gate {
  /**
   * Does work in a place of its own, waiting for one at most as long as the gate says.
   * @throws Problem 503 with `Retry-After`, before the work has begun; from `outside` when no place is free again in time
   */
  run<Result>(work: (outside: Outside) => Promise<Result>, entry?: Entry): Promise<Result>;
}

export interface GateOptions {
  places: number;
  queuedPerPlace: number;
  /** How long anybody waits for a place. */
  waitMilliseconds: number;
  /** Told of each refusal. */
  onRefusal?(): void;
}

/** One for all: there are many of them just when there is no time to spare. */
const overloaded = new Problem(503, ['the service is overloaded: try again in a second'], {
  'Retry-After': '1',
});

export function createGate({ places, queuedPerPlace, waitMilliseconds, onRefusal }: GateOptions): Gate {
  let free = places;
  /** Those who were inside before go first: what was begun ends, and makes room. */
  const returning = new Set<() => void>();
  const arriving = new Set<() => void>();
  const refusals = createPace();

  const leave = () => {
    const [next] = returning.size > 0 ? returning : arriving;
    if (next) next();
    else free += 1;
  };

  const enter = ({ recipient, again = false }: Entry) =>
    new Promise<void>((resolve, reject) => {
      if (free > 0) {
        free -= 1;
        resolve();
        return;
      }
      const queue = again ? returning : arriving;
      const end = () => {
        queue.delete(admit);
        clearTimeout(timer);
        refusals.remove(refuse);
        recipient?.off('close', refuse);
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
      const queued = again || arriving.size < places * queuedPerPlace;
      if (queued) queue.add(admit);
      // What the queue can't take is told so late all the same, and no more at once than leaves time for work: clients that
      // try again at once would otherwise keep the process busy with nothing but refusals. At times that differ, so that
      // they don't come back all together, leaving nobody in the queue until then.
      const late = () => {
        queue.delete(admit);
        refusals.add(refuse);
      };
      const timer = setTimeout(late, queued ? waitMilliseconds : waitMilliseconds * (1 - Math.random() / 4));
      recipient?.once('close', refuse);
    });

  return {
    run: async (work, entry = {}) => {
      await enter(entry);
      let inside = true;
      const outside: Outside = async (wait) => {
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
        return await work(outside);
      } finally {
        if (inside) leave();
      }
    },
  };
}
