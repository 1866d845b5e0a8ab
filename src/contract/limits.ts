/** The API's lengths, sizes and durations, in characters, bytes and seconds (docs/api.md, "Limits"). */
export const limits = {
  bodyBytes: 1024 * 1024,
  importBodyBytes: 32 * 1024 * 1024,
  /** Smaller than usual, because anyone can send one. */
  signInBodyBytes: 16 * 1024,
  /** How many problems a response lists, and after how many the check stops. */
  problemsListed: 100,
  problemsCounted: 1000,
  importLines: 100_000,
  name: 255,
  description: 4000,
  login: 255,
  search: 255,
  rolesPerUser: 100,
  /** How lately a key was used whose end matters. */
  apiKeyUsedDays: 30,
  endsSoonDays: 90,
  /** How long before its end a certificate, or a key in use, needs attention. */
  endWarnDays: 14,
  /** How far ahead an API key may end. */
  apiKeyYears: 5,
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
  groupPageMax: 10_000,
  sessionIdleSeconds: 30 * 60,
  sessionMaxSeconds: 12 * 60 * 60,
  oidcRequestSeconds: 10 * 60,
  signInTestSeconds: 10 * 60,
  signInTestsKept: 20,
  signInFailuresFree: 5,
  signInDelayMaxSeconds: 60,
  /** How long a browser is recognized after signing in to an account, and for how many accounts. */
  deviceSeconds: 365 * 24 * 60 * 60,
  loginsPerDevice: 5,
  /** Unfinished provider sign-ins per browser; another one ends the oldest. */
  oidcLoginsPerBrowser: 10,
  /** Unfinished provider sign-ins per address. */
  oidcLoginsFree: 60,
  /** Unfinished background jobs per user. */
  unfinishedJobs: 500,
  /** Of the groups that the entry about their deletion keeps: compressed, as text, and compressed those of all entries together. */
  keptGroupsBytes: 8 * 1024 * 1024,
  keptGroupsText: 64 * 1024 * 1024,
  allKeptGroupsBytes: 1024 * 1024 * 1024,
  /** Entries after a page that a filtered list of a log counts; there may be more. */
  countedAhead: 100,
  /** Periods that sign-ins are counted in, and how many sign-ins at most. */
  periodsCounted: 100,
  signInsCounted: 100_000,
  userAgent: 256,
  /** Rejected sign-ins per address that are recorded without a delay between them. */
  rejectionsFree: 200,
} as const;
