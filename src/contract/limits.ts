/** Lengths, sizes and durations of the API, in characters, bytes and seconds. `decisions.md` settles each. */
export const limits = {
  bodyBytes: 1024 * 1024,
  importBodyBytes: 32 * 1024 * 1024,
  /** Anyone may send one. */
  signInBodyBytes: 16 * 1024,
  /** Problems that a response lists, and how many are looked for in all. */
  problemsListed: 100,
  problemsCounted: 1000,
  importLines: 100_000,
  importDepth: 200,
  name: 255,
  description: 4000,
  login: 255,
  search: 255,
  rolesPerUser: 100,
  groupsPerRole: 1000,
  featuresPerRole: 100,
  lineages: 100,
  passwordMin: 12,
  passwordMax: 1024,
  url: 2048,
  scope: 2048,
  usernamePath: 2048,
  clientSecret: 4096,
  pageDefault: 100,
  pageMax: 1000,
  sessionIdleSeconds: 30 * 60,
  sessionMaxSeconds: 12 * 60 * 60,
  oidcRequestSeconds: 10 * 60,
  oidcTrialSeconds: 10 * 60,
  oidcTrialsMost: 20,
  signInFailuresFree: 5,
  signInDelayMaxSeconds: 60,
  /** How long a browser counts as one that has signed in to an account before, and to how many it may have. */
  deviceSeconds: 365 * 24 * 60 * 60,
  loginsPerDevice: 5,
  /** Sign-ins through a provider that a browser may have under way; a further one ends the oldest. */
  oidcLoginsPerBrowser: 10,
  /** Sign-ins through a provider that an address may begin without finishing one. */
  oidcLoginsFree: 60,
  /** Background jobs of one user that have not finished. */
  unfinishedJobs: 500,
} as const;
