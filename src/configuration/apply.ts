import { ApiError } from '../client/errors.ts';
import type { GroupImportLine } from '../contract/groups/group-imports.ts';
import { msg } from '../contract/isolate.ts';
import type { Section } from './format.ts';
import {
  everyPlace,
  find,
  findPlace,
  know,
  Place,
  valuesOf,
  type Found,
  type KnownRecords,
  type Values,
} from './known.ts';
import { roleLabel } from './names.ts';
import type { Plan } from './plan.ts';
import { bodyOf, isDone, isSame, withoutSecrets, type Step } from './steps.ts';
import { collections, fieldsOf, JobFailed, pathOf, type Service } from './service.ts';

/** What became of a step. */
export interface Result {
  step: Step;
  /**
   * `already`: it was done before. `changed`: the record isn't what it was when the plan was made, so it wasn't changed.
   * `unknown`: the response was lost.
   */
  outcome: 'done' | 'already' | 'changed' | 'failed' | 'unknown';
  detail?: string;
}

type Outcome = Omit<Result, 'step'>;

/** Fewer groups are created one by one. */
const fewestImported = 20;
/** Of a request: larger ones take less time in all, but show less progress. */
const importSize = 25_000;

/** With other statuses, a part of the groups would be rejected, too. */
const dependsOnBody = new Set([400, 409, 413, 422]);
/** Of services without imports. */
const lackingImports = new Set([404, 405, 501]);

/** A record that a step refers to doesn't exist, because the step that creates it failed. */
class Unresolved extends Error {}

/**
 * Carries out a plan, one step at a time. Records that differ from what they were when it was made stay as they are. A plan that was
 * interrupted can be carried out again.
 * @param secrets values of the plan's variables
 * @yields what became of each step; stop at any time
 * @throws ApiError if the service can't be read
 */
export async function* apply(
  planned: Plan,
  service: Service,
  secrets: ReadonlyMap<string, string>,
): AsyncGenerator<Result> {
  const applier = new Applier(planned, service, secrets);
  await applier.refresh();
  const renames = planned.steps.filter(({ renamedFrom }) => renamedFrom !== undefined);
  for (const step of renames) yield applier.resultOf(step);
  // What follows is planned with the new names.
  if (renames.length > 0) await applier.refresh();
  const isCreation = ({ action, section }: Step) => action === 'create' && section === 'groups';
  yield* applier.createGroups(planned.steps.filter(isCreation));
  for (const step of planned.steps)
    if (!isCreation(step) && step.renamedFrom === undefined) yield applier.resultOf(step);
}

const keptBack = { outcome: 'failed', detail: "wasn't deleted, because a change before it failed" } as const;
const changed = (detail: string): Outcome => ({ outcome: 'changed', detail });

/** A record that can't be read fails as one that can't be written. */
function unreadable(error: unknown): Outcome {
  if (!(error instanceof ApiError)) throw error;
  return { outcome: 'failed', detail: error.message };
}

class Applier {
  private known!: KnownRecords;
  /** Path of the caller's group. */
  private own: string | undefined;
  /** What may have been created, because the response was lost. */
  private readonly unsure = new Set<Found>();
  /** What became of the groups that are deleted with the ones above them. */
  private deleted: Map<Place, Outcome> | undefined;
  /** Whether something was created whose path isn't known. */
  private isStale = false;
  private lacksImports = false;
  /** Whether everything is as planned until now. */
  private isComplete = true;
  /** The status with which the last write was rejected. */
  private rejection: number | undefined;

  constructor(
    private readonly plan: Plan,
    private readonly service: Service,
    private readonly secrets: ReadonlyMap<string, string>,
  ) {}

  async refresh(): Promise<void> {
    const used = new Set(this.plan.steps.map(({ section }) => section));
    const current = await this.service.current([...used]);
    // What isn't listed would look as if it were deleted.
    const reason = [...used].map((section) => current.missing[section]).find(Boolean);
    if (reason !== undefined) throw new ApiError('problem', 200, [reason]);
    this.known = know(current);
    this.own = current.own;
    this.isStale = false;
  }

  /** Does one step. Nothing is deleted if what should replace it, or hold what refers to it, may be missing. */
  async resultOf(step: Step): Promise<Result> {
    const isKept = step.action === 'delete' && !this.isComplete;
    return this.noted(step, isKept ? keptBack : await this.perform(step).catch(unreadable));
  }

  private noted(step: Step, { outcome, detail }: Outcome): Result {
    if (outcome === 'unknown' && step.action === 'create') this.unsure.add(step.record);
    this.isComplete &&= outcome === 'done' || outcome === 'already';
    return { step, outcome, ...(detail !== undefined && { detail: withoutSecrets(detail, this.secrets) }) };
  }

  /** Creates groups, those above others first. */
  async *createGroups(steps: readonly Step[]): AsyncGenerator<Result> {
    for (let start = 0; start < steps.length; start += importSize)
      yield* this.createTogether(steps.slice(start, start + importSize));
  }

  /**
   * Creates groups by one request if there are many; if that's rejected, each half of them, so that the others say why.
   * @param isTwinRejected what it returned for the other half
   * @returns whether the request was rejected with 400
   */
  private async *createTogether(
    all: readonly Step[],
    isTwinRejected = false,
  ): AsyncGenerator<Result, boolean> {
    const steps: Step[] = [];
    const lines: GroupImportLine[] = [];
    const numbers = new Map<Place | undefined, number>();
    for (const step of all) {
      const place = step.record as Place;
      const { parent, values } = place;
      const resolve = async () => {
        const above = numbers.get(parent) ?? (await this.pathFor('groups', parent?.key ?? ''));
        numbers.set(place, lines.push({ ...values, parent: above }));
      };
      const outcome = this.existing(step) ?? (await this.attempt(resolve));
      if (numbers.has(place)) steps.push(step);
      else yield this.noted(step, outcome);
    }
    if (this.lacksImports || this.service.isDocumented() || steps.length < fewestImported) {
      for (const step of steps) yield this.resultOf(step);
      return false;
    }
    const outcome = await this.importGroups(lines);
    if (outcome) {
      for (const step of steps) yield this.noted(step, outcome);
      return false;
    }
    const isRejected = this.rejection === 400;
    // Not because of a group.
    this.lacksImports ||= isRejected && isTwinRejected;
    const half = Math.ceil(steps.length / 2);
    const isHalfRejected = yield* this.createTogether(steps.slice(0, half));
    yield* this.createTogether(steps.slice(half), isHalfRejected);
    return isRejected;
  }

  /** Creates all of these groups or none. @returns undefined if it's none, and fewer may be created */
  private async importGroups(groups: GroupImportLine[]): Promise<Outcome | undefined> {
    const outcome = await this.attempt(() => this.service.write('POST', '/group_imports', { groups }));
    this.isStale ||= outcome.outcome !== 'failed';
    if (outcome.outcome !== 'failed') return outcome;
    const { rejection = 409 } = this;
    this.lacksImports = lackingImports.has(rejection);
    if (!this.lacksImports && !dependsOnBody.has(rejection)) return outcome;
    if (rejection !== 409) return undefined;
    // Some may exist by now.
    const read = await this.attempt(() => this.refresh());
    return read.outcome === 'done' ? undefined : read;
  }

  private async perform(step: Step): Promise<Outcome> {
    if (step.action === 'create') {
      if ((await this.named(step)).length > 0) await this.refresh();
      let outcome = this.existing(step) ?? (await this.attempt(() => this.create(step)));
      if (outcome.outcome === 'failed' && this.rejection === 409) {
        await this.refresh();
        outcome = this.existing(step) ?? outcome;
      }
      if (outcome.outcome === 'done') outcome = (await this.withoutTwin(step)) ?? outcome;
      return outcome;
    }
    const { record, action } = step;
    const { path = '' } = record;
    if (action === 'delete' && record instanceof Place) return this.deleteGroup(step, record);
    const write = () =>
      action === 'delete' ? this.delete(record) : this.attempt(() => this.send('PUT', path, step));
    return (await this.obstacle(step)) ?? write();
  }

  /** The providers with a new one's name by now, which a service accepts. */
  private async named({ section, record: { key } }: Step): Promise<string[]> {
    if (section !== 'oidc_providers') return [];
    const all = await this.service.list(section);
    return all.flatMap((each) => (fieldsOf(each)['name'] === key ? (pathOf(section, each) ?? []) : []));
  }

  /** Of providers that two runs have created simultaneously, the first one stays. */
  private async withoutTwin(step: Step): Promise<Outcome | undefined> {
    const { path: own } = step.record;
    const numberOf = (path = '') => Number(path.split('/').at(-1));
    const isSecond = (await this.named(step)).some((path) => numberOf(path) < numberOf(own));
    if (own === undefined || !isSecond) return undefined;
    await this.delete(step.record);
    step.record.path = undefined;
    await this.refresh();
    return this.existing(step);
  }

  private async delete({ path = '' }: Found): Promise<Outcome> {
    const outcome = await this.attempt(() => this.service.write('DELETE', path));
    return outcome.outcome === 'failed' && this.rejection === 404 ? { outcome: 'already' } : outcome;
  }

  /** What a step would create but exists already. */
  private existing(step: Step): Outcome | undefined {
    const { section, record } = step;
    const found = find(this.known, section, record.key);
    if (!found) return undefined;
    record.path = found.path;
    if (!isDone(step, found)) return changed('was created since the plan was made');
    return section === 'users' && step.secret && found.values['password'] !== true
      ? changed('was created since the plan was made, without a password')
      : { outcome: 'already' };
  }

  /** Why a record isn't written: it's as planned already, or something else than it was. */
  private async obstacle(step: Step): Promise<Outcome | undefined> {
    const record = await this.service.record(step.section, step.record.path ?? '');
    if (!record) return step.action === 'delete' ? { outcome: 'already' } : changed('no longer exists');
    const now = valuesOf(step.section, fieldsOf(record), this.known);
    const { values, hidden } = now;
    const isBefore = isSame(values, step.before) || isSame(values, this.withoutDeleted(step.before));
    if (isBefore && isSame(hidden, step.record.hidden)) return undefined;
    if (step.action === 'update' && isDone(step, now)) {
      if (!step.secret) return { outcome: 'already' };
      // It was done before, but maybe with another secret.
      if (isSame(values, { ...step.before, ...step.after })) return undefined;
    }
    const names = Object.keys(values).filter((name) => !isSame(values[name], step.before[name]));
    return changed(`was changed since the plan was made: ${names.join(', ') || 'references'}`);
  }

  /** What a role was, without the groups that have been deleted. */
  private withoutDeleted(before: Values): Values {
    const { applies_to: groups } = before;
    if (!Array.isArray(groups)) return before;
    const isKept = (text: string) => {
      const place = findPlace(this.plan.known.top, text);
      const { outcome } = (place && this.deleted?.get(place)) ?? {};
      return outcome !== 'done' && outcome !== 'already';
    };
    return { ...before, applies_to: (groups as string[]).filter(isKept) };
  }

  private async deleteGroup(step: Step, place: Place): Promise<Outcome> {
    if (!this.deleted) {
      // Right before the first deletion: each one takes all groups below.
      await this.refresh();
      this.deleted = new Map();
    }
    const above = place.parent && this.deleted.get(place.parent);
    const outcome = above ?? (await this.deleteTree(step, place));
    this.deleted.set(place, outcome);
    return outcome;
  }

  private async deleteTree(step: Step, place: Place): Promise<Outcome> {
    const found = findPlace(this.known.top, place.key);
    const planned = new Set([...everyPlace(place)].map(({ path }) => path));
    const added = found && [...everyPlace(found)].find(({ path, others }) => others || !planned.has(path));
    if (added) return changed(msg`${added.key} was created since the plan was made`);
    return (await this.obstacle(step)) ?? (await this.delete(place));
  }

  private async attempt(write: () => Promise<unknown>): Promise<Outcome> {
    try {
      await write();
      return { outcome: 'done' };
    } catch (error) {
      this.rejection = error instanceof ApiError ? error.status : undefined;
      if (error instanceof ApiError && error.mayBeDone)
        return { outcome: 'unknown', detail: `it may have been done: ${error.message}` };
      if (error instanceof ApiError || error instanceof JobFailed || error instanceof Unresolved)
        return { outcome: 'failed', detail: error.message };
      throw error;
    }
  }

  private async create(step: Step): Promise<void> {
    const { section, record } = step;
    const { client_secret_ends_on: ends, ...after } = step.after;
    const isGroup = record instanceof Place;
    const send = () => this.send('POST', `/${collections[section]}`, { ...step, after });
    record.path = pathOf(section, await (isGroup ? this.createGroup(record) : send()));
    this.isStale ||= record.path === undefined;
    if (!ends) return;
    const provider = await this.pathFor(section, record.key);
    await this.service.write('PUT', provider, { client_secret_ends_on: ends });
  }

  /** Below the caller's own group as documented, below others by an extension. */
  private async createGroup({ values, parent }: Place): Promise<unknown> {
    const above = await this.pathFor('groups', parent?.key ?? '');
    const isOwn = above === this.own || (this.own === undefined && parent === this.plan.known.top);
    if (!isOwn && this.service.isDocumented())
      throw new ApiError('not-offered', 404, ["this service creates groups only below the caller's own"]);
    return this.service.write('POST', isOwn ? '/groups' : `${above}/groups`, values);
  }

  /** Sends a step's values as the API has them. */
  private async send(method: 'POST' | 'PUT', path: string, step: Step): Promise<unknown> {
    const data = await bodyOf(step, (section, key) => this.pathFor(section, key));
    if (step.secret) {
      const { name, variable } = step.secret;
      data[name] = this.secrets.get(variable);
      if (data[name] === undefined) throw new Unresolved(`${variable} isn't set`);
    }
    return this.service.write(method, path, data);
  }

  /** The path of what a step refers to. @throws Unresolved */
  private async pathFor(section: Section, key: string): Promise<string> {
    const label = section === 'roles' ? msg`the role ${roleLabel(key)}` : msg`${key}`;
    const planned = find(this.plan.known, section, key);
    if (planned && this.unsure.has(planned))
      throw new Unresolved(`it isn't known whether ${label} was created`);
    const pathNow = () => planned?.path ?? find(this.known, section, key)?.path;
    if (this.isStale && pathNow() === undefined) await this.refresh();
    const path = pathNow();
    if (path === undefined) throw new Unresolved(`${label} wasn't created`);
    return path;
  }
}
