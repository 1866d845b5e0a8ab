/** Lengths, sizes and durations of the API, in characters, bytes and seconds. `decisions.md` settles each. */
export const limits = {
  bodyBytes: 1024 * 1024,
  name: 255,
  description: 4000,
  login: 255,
  passwordMin: 12,
  passwordMax: 1024,
  url: 2048,
  usernamePath: 2048,
  clientSecret: 4096,
  pageDefault: 100,
  pageMax: 1000,
  sessionIdleSeconds: 30 * 60,
  sessionMaxSeconds: 12 * 60 * 60,
  signInFailuresFree: 5,
  signInDelayMaxSeconds: 60,
} as const;
