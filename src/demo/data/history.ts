import type { RejectionCode } from '../../contract/activity/sign-in-events.ts';
import type { DemoClientId } from '../provider/clients.ts';
import { personas, type PersonaClaims } from '../provider/personas.ts';
import type { demoDataSet } from './data-set.ts';

type DemoData = ReturnType<typeof demoDataSet>;

/** What someone did before the demo started. The service's own functions do it again, with a clock at that time. */
export type PastEvent = { at: Date } & (PasswordSignIn | ProviderSignIn | ({ by: string } & PastChange));

interface SignInFrom {
  address: string;
  userAgent: string;
}

interface PasswordSignIn extends SignInFrom {
  kind: 'password';
  login: string;
  /** Undefined if it succeeded. */
  code?: RejectionCode;
}

/** Whether it succeeds depends on the configuration and the users at that time. */
interface ProviderSignIn extends SignInFrom {
  kind: 'provider';
  client: DemoClientId;
  claims: PersonaClaims;
  /** Whether the user cancels at the provider. */
  cancelled?: boolean;
}

/** Groups are identified by the names on their path. */
type PastChange =
  | { kind: 'import'; groups: { parent: readonly string[]; name: string; description: string }[] }
  | { kind: 'delete'; group: readonly string[] }
  | { kind: 'edit group'; group: readonly string[]; values: { name?: string; description: string } }
  | { kind: 'edit role'; name: string; values: { description: string } }
  | { kind: 'create user'; login: string }
  | { kind: 'edit issuer'; client: DemoClientId; addition: string };

const historyDays = 14;
/** The request ID of everything in the history, because no request was sent (docs/demo.md, "Prepare"). */
export const historyRequestId = 'demo-history';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0';
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15';
// Addresses that are reserved for documentation (RFC 5737).
const ada = { address: '192.0.2.10', userAgent: firefox };
const olivia = { address: '192.0.2.24', userAgent: chrome };
const tara = { address: '198.51.100.7', userAgent: chrome };
const aud = { address: '198.51.100.31', userAgent: safari };
const stranger = { address: '203.0.113.66', userAgent: 'python-requests/2.34.0' };

const claimsOf = (id: string): PersonaClaims =>
  personas.find((persona) => persona.id === id)?.claims ?? { idToken: {}, userInfoOnly: {} };
const password = (login: string, from: SignInFrom, code?: RejectionCode): PasswordSignIn => ({
  kind: 'password',
  login,
  ...from,
  ...(code && { code }),
});
const through = (client: DemoClientId, persona: string, from: SignInFrom): ProviderSignIn => ({
  kind: 'provider',
  client,
  claims: claimsOf(persona),
  ...from,
});

/** How people usually sign in, and how often on a working day. */
const habits: { times: number; ways: readonly (PasswordSignIn | ProviderSignIn)[] }[] = [
  { times: 4, ways: [password('admin', ada)] },
  {
    times: 10,
    ways: [
      through('palisade-demo', 'olivia', olivia),
      through('palisade-demo', 'olivia', olivia),
      through('palisade-partner', 'olivia', olivia),
    ],
  },
  { times: 8, ways: [through('palisade-demo', 'tara', tara), password('tenant', tara)] },
  { times: 3, ways: [through('palisade-partner', 'aud', aud), password('auditor', aud)] },
];
/** When people sign in on a working day: in the hours that are listed twice, twice as often. */
const hours = [7, 8, 8, 8, 9, 9, 10, 11, 13, 13, 14, 15, 16, 17, 19];

/** Groups whose creation is part of the history: the last ones, so that all groups have the same IDs with and without it. */
const recentGroups = 12;
const recentUser = 'guest';

/** What was different before the history. */
const earlierGroups = new Map([
  ['EMEA', { description: 'Europe' }],
  ['EMEA › Umbra Logistics', { name: 'Umbra Freight', description: 'Umbra Freight in EMEA' }],
  ['Americas › Globex Logistics', { description: '' }],
]);
const earlierRoles = new Map([['Operators', { description: 'Manage groups and mitigations.' }]]);

/** The demo's data as they were before the history, which leads to those of `demoDataSet`. @param now when the demo starts */
export function dataBeforeHistory({ groups, roles, users }: DemoData, now: Date) {
  const pathOf = pathsIn(groups);
  return {
    groups: groups
      .slice(0, -recentGroups)
      .map((group, position) => ({ ...group, ...earlierGroups.get(pathOf(position).join(' › ')) })),
    roles: roles.map((role) => ({ ...role, ...earlierRoles.get(role.name) })),
    users: users.filter(({ login }) => login !== recentUser),
    createdAt: historyStart(now),
  };
}

/**
 * Two weeks before the demo starts: who signed in, what was rejected, and who changed what. The last change breaks the
 * partner provider.
 * @returns always the same relative to the start, the oldest first
 */
export function demoHistory(data: DemoData, now: Date): PastEvent[] {
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const regular = regularSignIns(now).filter(
    ({ at, ...event }) => at < ago('client' in event && event.client === 'palisade-partner' ? 120 : 5),
  );
  const events = [...regular, ...rejectedSignIns(now), ...partnerSignIns(ago), ...changes(data, now, ago)];
  return events.toSorted((one, other) => Number(one.at) - Number(other.at));
}

/** When the history begins. */
export function historyStart(now: Date): Date {
  return daysBefore(now, historyDays, 6);
}

/** A time in a day before the start, in local time. */
function daysBefore(now: Date, days: number, hour: number, minute = 0): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, hour, minute);
}

function regularSignIns(now: Date) {
  const random = sequence();
  return Array.from({ length: historyDays + 1 }, (_, index) => historyDays - index).flatMap((days) => {
    const isWorkday = ![0, 6].includes(daysBefore(now, days, 0).getDay());
    return habits.flatMap(({ times, ways }) =>
      Array.from({ length: isWorkday ? times - random(3) : random(2) * random(2) }, () => ({
        at: daysBefore(now, days, hours[random(hours.length)] ?? 0, random(60)),
        ...(ways[random(ways.length)] ?? password('admin', ada)),
      })),
    );
  });
}

function rejectedSignIns(now: Date): PastEvent[] {
  const at = (days: number, hour: number, minute: number) => ({ at: daysBefore(now, days, hour, minute) });
  return [
    { ...at(12, 8, 2), ...password('tenant', tara, 'wrong_password') },
    { ...at(12, 8, 3), ...password('tenant', tara, 'wrong_password') },
    { ...at(10, 9, 41), ...through('palisade-demo', 'nadia', olivia) },
    { ...at(9, 13, 12), ...through('palisade-demo', 'olivia', olivia), cancelled: true },
    // Someone guesses the administrator's password.
    ...Array.from({ length: 9 }, (_, index) => ({
      ...at(6, 3, 17 + Math.floor(index / 3)),
      ...password('admin', stranger, index < 5 ? 'wrong_password' : 'too_many_attempts'),
    })),
    { ...at(5, 8, 1), ...password('auditor', aud, 'wrong_password') },
    { ...at(2, 8, 4), ...password('tenant', tara, 'wrong_password') },
    { ...at(1, 9, 26), ...password('nadia', olivia, 'unknown_user') },
  ];
}

/** In the last hour: one that succeeds, two of people whom the service doesn't know, and after the change, only failures. */
function partnerSignIns(ago: (minutes: number) => Date): PastEvent[] {
  const minutes = { olivia: [48, 36, 28, 12], nadia: [46], tara: [44], aud: [21, 4] };
  const from = { olivia, nadia: olivia, tara, aud };
  return Object.entries(minutes).flatMap(([persona, times]) =>
    times.map((minute) => ({
      at: ago(minute),
      ...through('palisade-partner', persona, from[persona as keyof typeof from]),
    })),
  );
}

function changes({ groups, roles }: DemoData, now: Date, ago: (minutes: number) => Date): PastEvent[] {
  const pathOf = pathsIn(groups);
  const created = groups.slice(-recentGroups).map(({ name, description }, index) => ({
    parent: pathOf(groups.length - recentGroups + index).slice(0, -1),
    name,
    description,
  }));
  const pilot = ['EMEA', 'Pilot'];
  const pilotGroups = ['Headquarters', 'Data center', 'Lab'].map((name) => ({
    parent: pilot,
    name,
    description: '',
  }));
  const editGroup = (at: Date, by: string, group: string): PastEvent => {
    const path = group.split(' › ');
    const position = groups.findIndex((_group, index) => pathOf(index).join() === path.join());
    const { name, description } = groups[position] ?? { name: '', description: '' };
    const before = [...path.slice(0, -1), earlierGroups.get(group)?.name ?? name];
    return { at, by, kind: 'edit group', group: before, values: { name, description } };
  };
  const description = roles.find(({ name }) => name === 'Operators')?.description ?? '';
  return [
    {
      at: daysBefore(now, 13, 10, 5),
      by: 'admin',
      kind: 'edit role',
      name: 'Operators',
      values: { description },
    },
    editGroup(daysBefore(now, 11, 14, 20), 'admin', 'EMEA'),
    { at: daysBefore(now, 6, 9, 30), by: 'admin', kind: 'create user', login: recentUser },
    { at: daysBefore(now, 4, 11, 10), by: 'operator', kind: 'import', groups: created },
    {
      at: daysBefore(now, 3, 15, 45),
      by: 'operator',
      kind: 'import',
      groups: [
        { parent: pilot.slice(0, -1), name: 'Pilot', description: 'To try things out' },
        ...pilotGroups,
      ],
    },
    editGroup(daysBefore(now, 2, 10, 40), 'operator', 'Americas › Globex Logistics'),
    { at: daysBefore(now, 1, 16, 25), by: 'tenant', kind: 'delete', group: pilot },
    editGroup(ago(170), 'tenant', 'EMEA › Umbra Logistics'),
    { at: ago(40), by: 'admin', kind: 'edit issuer', client: 'palisade-partner', addition: '/v2' },
  ];
}

/** The names on the path of each group. */
function pathsIn(groups: DemoData['groups']) {
  const pathOf = (position: number): string[] => {
    const group = groups[position];
    if (!group) return [];
    return group.parent === null ? [group.name] : [...pathOf(group.parent), group.name];
  };
  return pathOf;
}

/** Numbers that look random, always the same (Numerical Recipes' linear congruential generator). */
function sequence() {
  let state = 1;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
