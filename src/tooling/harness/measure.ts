/** Measuring, and printing what was measured: milliseconds, if a figure's name doesn't say otherwise. */
import autocannon from 'autocannon';
import { cpuOf } from '../cpu-time.ts';

export type Figures = Record<string, number>;

/** The value of an option of the command, such as `--kills 40`. */
export function option(name: string, otherwise: string | number): string {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? String(otherwise) : (process.argv[at + 1] ?? '');
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** p50, p99 and maximum. */
export const spread = (times: readonly number[]) =>
  ({ p50: quantile(times, 0.5), p99: quantile(times, 0.99), max: quantile(times, 1) }) satisfies Figures;

/** Sends so many requests over 10 connections. @returns what one takes. @throws if one fails */
export async function load(
  server: { url: string; pid: number },
  path: string,
  options: Partial<autocannon.Options> & { amount: number },
) {
  const before = cpuOf(server.pid);
  const result = await autocannon({ url: server.url + path, connections: 10, ...options });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${server.url}${path}: ${failed} requests failed`);
  return { CPU: (cpuOf(server.pid) - before) / options.amount, wall: result.latency.average };
}

/** Measures variants in turns, so that a busy machine slows all equally; the first turn doesn't count. @returns the medians */
export async function inTurns(
  variants: Record<string, () => Promise<Figures>>,
  rounds = Number(option('rounds', 5)),
): Promise<Record<string, Figures>> {
  const medians: Record<string, Figures> = {};
  const taken: Record<string, Figures[]> = {};
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, measure] of Object.entries(variants)) {
      const figures = await measure();
      const all = (taken[name] = round > 0 ? [...(taken[name] ?? []), figures] : []);
      const medianOf = (_: number, key: string) =>
        quantile(
          all.map((each) => each[key] ?? 0),
          0.5,
        );
      medians[name] = mapped(figures, medianOf);
    }
  return medians;
}

/** Prints a table, in which figures are followed by how many times that of the first variant they are. */
export function show(title: string, variants: Record<string, Figures>): void {
  const [first = {}] = Object.values(variants);
  const rounded = (value: number) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
  const keys: Figures = Object.assign({}, ...Object.values(variants));
  const row = (_: number, key: string) =>
    mapped(variants, (figures) => {
      const [value, base] = [figures[key], first[key]];
      if (value === undefined) return '';
      return rounded(value) + (figures === first || !base ? '' : ` (${rounded(value / base)}×)`);
    });
  process.stdout.write(`\n${title}\n`);
  console.table(mapped(keys, row));
}

/** A record of the same keys. */
const mapped = <From, To>(record: Record<string, From>, to: (value: From, key: string) => To) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value, key)]));

/** Checks that a variant's figures are at most their limits. */
export function checkLimits(name: string, figures: Figures, limits: Figures): void {
  for (const [key, limit] of Object.entries(limits)) {
    const figure = figures[key] ?? Number.NaN;
    check(figure <= limit, `${name}: ${key} at most ${limit} (${figure.toFixed(figure < 10 ? 2 : 0)})`);
  }
}

/** Prints whether a goal was reached; otherwise, the command fails. */
export function check(isReached: boolean, goal: string): void {
  process.stdout.write(`${isReached ? 'ok    ' : 'MISSED'} ${goal}\n`);
  if (!isReached) process.exitCode = 1;
}
