/** Lets something wait until it is notified for. */
export interface WakeSignal {
  notify(): void;
  /** Waits until it rings, or has notified since the last wait, but no longer than this. */
  wait(milliseconds: number): Promise<void>;
}

/** A wakeSignal that remembers one ring. */
export function createWakeSignal(): WakeSignal {
  let notified = false;
  let wake: (() => void) | undefined;
  return {
    notify: () => {
      notified = true;
      wake?.();
    },
    wait: async (milliseconds) => {
      if (!notified) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      notified = false;
      wake = undefined;
    },
  };
}
