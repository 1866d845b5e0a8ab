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
