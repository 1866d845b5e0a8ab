/** Lets something wait until it is rung for. */
export interface Bell {
  ring(): void;
  /** Waits until it rings, or has rung since the last wait, but no longer than this. */
  wait(milliseconds: number): Promise<void>;
}

/** A bell that remembers one ring. */
export function createBell(): Bell {
  let rung = false;
  let wake: (() => void) | undefined;
  return {
    ring: () => {
      rung = true;
      wake?.();
    },
    wait: async (milliseconds) => {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rung = false;
      wake = undefined;
    },
  };
}
