import { features } from '../../contract/access/privileges.ts';

const regions = [
  { name: 'EMEA', description: 'Europe, the Middle East and Africa', customers: 26 },
  { name: 'Americas', description: 'North, Central and South America', customers: 73 },
  { name: 'Asia Pacific', description: 'Asia, Australia and Oceania', customers: 1 },
];
const first =
  'Acme Northwind Globex Contoso Umbra Vertex Halcyon Quanta Meridian Beacon Cobalt Larkspur'.split(' ');
const second = ['Logistics', 'Bank', 'Energy', 'Telecom', 'Retail', 'Media', 'Airways'];
const sites = [
  'Headquarters',
  'Data center',
  'Branch north',
  'Branch south',
  'Warehouse',
  'Backup site',
  'Lab',
  'Call center',
  'Plant',
  'Store',
  'Campus',
];

/** The index of the EMEA region, which the tenant administrator is limited to. */
const emea = 0;

/**
 * Returns about 1,200 groups in three levels below the Default group, four roles and five users; always the same.
 * @param password every user's password; a fixed one per user if absent
 */
export function demoDataSet(password?: string) {
  return { groups: demoGroups(), roles: demoRoles, users: demoUsers(password) };
}

/** The demo users to print and to show on the sign-in page. */
export function demoSignIns(password?: string) {
  return demoUsers(password).map((user) => ({ login: user.login, password: user.password, what: user.what }));
}

function demoGroups() {
  const groups: { name: string; description: string; parent: number | null }[] = regions.map(
    ({ name, description }) => ({ name, description, parent: null }),
  );
  for (const [region, { customers, name }] of regions.entries()) {
    for (let index = 0; index < customers; index += 1) {
      const customer = customerName(index);
      const parent =
        groups.push({ name: customer, description: `${customer} in ${name}`, parent: region }) - 1;
      for (const site of sites) groups.push({ name: site, description: `${site} of ${customer}`, parent });
    }
  }
  return groups;
}

function customerName(index: number): string {
  const name = `${first[index % first.length]} ${second[Math.floor(index / first.length) % second.length]}`;
  const earlier = Math.floor(index / (first.length * second.length));
  return earlier === 0 ? name : `${name} ${earlier + 1}`;
}

const all = (privilege: string) => Object.fromEntries(features.map((feature) => [feature, privilege]));

const demoRoles = [
  { name: 'Administrators', description: 'Full access to everything.', group: null, features: all('rw') },
  {
    name: 'EMEA administrators',
    description: 'Manage groups and users in EMEA.',
    group: emea,
    features: { group: 'rw', group_admin: 'rw', device: 'rw', mitigation_reporting: 'ro' },
  },
  {
    name: 'Operators',
    description: 'Manage groups and mitigations; view users and roles.',
    group: null,
    features: {
      group: 'rw',
      device: 'rw',
      mitigation_config: 'rw',
      mitigation_reporting: 'rw',
      group_admin: 'ro',
    },
  },
  { name: 'Auditors', description: 'Read-only access to everything.', group: null, features: all('ro') },
];

function demoUsers(password?: string) {
  const user = (login: string, displayName: string, what: string, group: number | null, roles: number[]) => {
    return { login, displayName, what, group, roles, password: password ?? `${login}-demo-2026` };
  };
  return [
    user('admin', 'Ada Admin', 'full access', null, [0]),
    user('tenant', 'Tara Tenant', 'manages EMEA only', emea, [1]),
    user('operator', 'Olivia Operator', 'manages groups everywhere', null, [2]),
    user('auditor', 'Aud Itor', 'read-only access', null, [3]),
    user('guest', 'Gus Guest', 'has no role', null, []),
  ];
}
