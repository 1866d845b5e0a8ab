/** How long statements may take, in milliseconds: by what they are for, and waiting for a lock. */
export interface StatementLimits {
  request: number;
  background: number;
  probe: number;
  lock: number;
}

export const statementLimits: StatementLimits = {
  request: 15_000,
  background: 60_000,
  probe: 2_000,
  lock: 5_000,
};
