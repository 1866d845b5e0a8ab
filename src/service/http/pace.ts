/** How much is done in one turn, and how long everything else then has: 600 to 700 in a second. */
const perTurn = 2;
const pauseMilliseconds = 3;

/** Does small things in the order they come, but leaves most of the process's time to its work, however many they are. */
export interface Pace {
  add(task: () => void): void;
  /** Leaves one out that hasn't been done. */
  remove(task: () => void): void;
}

export function createPace(): Pace {
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
    // A turn that comes late, because the process is short of time, makes up for nothing.
    if (busy) setTimeout(turn, pauseMilliseconds);
  };
  return {
    add: (task) => {
      due.add(task);
      if (busy) return;
      busy = true;
      setImmediate(turn);
    },
    remove: (task) => void due.delete(task),
  };
}
