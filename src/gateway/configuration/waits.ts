const longWait = 5_000;

export type Waits = ReturnType<typeof createWaits>;

/** Says what takes long, every few seconds. */
export function createWaits(say: (sentence: string) => void) {
  let [what, timer] = ['', undefined as NodeJS.Timeout | undefined];
  return {
    /** @param next what's waited for from now on; nothing if it's empty */
    for(next: string): void {
      if (next === what) return;
      clearInterval(timer);
      what = next;
      if (next === '') return;
      let seconds = 0;
      timer = setInterval(() => {
        seconds += longWait / 1_000;
        say(`Still waiting for ${next} after ${seconds} s`);
      }, longWait);
      timer.unref();
    },
  };
}
