/**
 * How long tests may take: so long that only what hangs takes longer, even on a busy machine with slow processors. Nothing
 * else in tests may depend on speed.
 */

/** For one step, such as waiting for an element or a request, in milliseconds. */
export const stepLimit = 2 * 60_000;

/** For a test or a hook, in milliseconds. */
export const testLimit = 10 * 60_000;

/** The same as Vitest's options. */
export const vitestLimits = {
  testTimeout: testLimit,
  hookTimeout: testLimit,
  teardownTimeout: stepLimit,
  expect: { poll: { timeout: stepLimit } },
};
