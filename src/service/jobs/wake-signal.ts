/** Lets a loop wait until it's notified. */
export interface WakeSignal {
  notify(): void;
  /** Waits until it's notified, unless it was since the last wait, but no longer than this. */
  wait(milliseconds: number): Promise<void>;
}

/** A signal that remembers one notification. */
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
