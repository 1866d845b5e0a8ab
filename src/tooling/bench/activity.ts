/**
 * Pages of both logs with a million entries each on the embedded database (`--size` for fewer), as the administrator and as
 * users who see a tenth or a thousandth of the groups, beside `GET /authentication`.
 */
import { entries, groups, pages, users } from '../harness/activity-entries.ts';
import { check, inTurns, option, show, spent, type Figures } from '../harness/measure.ts';
import { password, signIn } from '../harness/product.ts';
import { seededProduct } from '../harness/seed.ts';

const goal = 20;

export async function run(): Promise<void> {
  const size = Number(option('size', 1_000_000));
  const {
    pid,
    url,
    session: administrator,
  } = await seededProduct({ groups, users, statements: entries(size) });
  const tenant = async (login: string, group: string) => {
    const features = ['group', 'group_admin'].map((name) => ({ name, privilege: 'ro' }));
    const role = { name: login, admin_group: '/groups/0', group_resources: [group], features };
    const { role_resource } = await administrator.create('/roles', role);
    const user = { login, password, group_resource: group, role_resources: [role_resource] };
    await administrator.create('/users', user);
    return signIn(url, login);
  };
  const callers = {
    administrator,
    'a tenth of the groups': await tenant('regional', '/groups/5'),
    'one group': await tenant('local', `/groups/${groups - 1}`),
  };
  const measure = async (address: string) => {
    const figures: Figures = {};
    for (const [caller, session] of Object.entries(callers)) {
      // The database is busy at first: it updates its statistics.
      while ((await session.send('GET', address)).status === 503);
      const { CPU, wall } = await spent(pid, 25, () => session.read(address));
      Object.assign(figures, { [`${caller}: CPU`]: CPU, [`${caller}: wall`]: wall });
    }
    return figures;
  };
  const addresses = ['/authentication', ...pages(size)];
  const variants = addresses.map((address) => [address, () => measure(address)] as const);
  const results = await inTurns(Object.fromEntries(variants), 3);
  show(`${size.toLocaleString('en')} entries in each log`, results);
  const cpus = Object.values(results).flatMap((row) =>
    Object.keys(callers).map((caller) => row[`${caller}: CPU`] ?? 0),
  );
  check(Math.max(...cpus) <= goal, `at most ${goal} ms of CPU time: ${Math.max(...cpus).toFixed(1)} ms`);
}
