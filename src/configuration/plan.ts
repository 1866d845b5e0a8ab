import { consequencesOf, type Consequence } from './consequences.ts';
import { deletionsOf, type Deletion } from './deletions.ts';
import { sections, type Problem } from './format.ts';
import { secretFields } from './kinds.ts';
import type { KnownRecords } from './known.ts';
import { likelyRenames, sentenceOf } from './likely-renames.ts';
import { inOrder } from './order.ts';
import { Planner, type PlannerOptions } from './planner.ts';
import type { Configuration } from './read.ts';
import { renamedBy } from './renames.ts';
import type { Current, Service } from './service.ts';
import type { Step } from './steps.ts';

/** Each takes up to two requests. */
const mostCounted = 10;

export interface Plan {
  /** In the order in which they can be carried out. */
  steps: readonly Step[];
  /** Why it can't be carried out: those of the file first, in its order. */
  errors: readonly Problem[];
  /** What it means. */
  consequences: readonly Consequence[];
  deletions: readonly Deletion[];
  /** What there is, with the groups that are to be created. */
  known: KnownRecords;
}

export interface PlanOptions extends PlannerOptions {
  /** Whether it's only compared: what applying it would mean is left out, and why it can't be applied. */
  isComparison?: boolean;
  /** Whether a variable's value is known. */
  hasSecret?(variable: string): boolean;
}

/** Finds what has to be done so that a service is as a file says. */
export function plan(wanted: Configuration, current: Current, options: PlanOptions = {}): Plan {
  const renamed = renamedBy(wanted, current);
  const planner = new Planner(renamed, wanted, options);
  for (const section of sections) {
    const reason = current.missing[section];
    if (wanted[section] && reason !== undefined)
      planner.problems.push({ path: [section], message: `${section}: ${reason}` });
    else if (wanted[section]) planner.planSection(section);
  }
  const { known, problems } = planner;
  const { steps, consequences } = inOrder(planner.steps, known, current.user);
  const errors = wanted.locate(problems);
  const found = options.isComparison
    ? undefined
    : consequencesOf(steps, known, current.user, options.hasSecret);
  return {
    steps,
    errors: [...errors, ...(found?.errors ?? []).map((message) => ({ message }))],
    consequences: found ? [...likelyRenames(steps), ...consequences, ...found.consequences] : [],
    deletions: [...deletionsOf(steps, known, current), ...(found?.losses ?? [])],
    known,
  };
}

/** A plan that says how much is lost with users and providers that may be renamed, if they're few and the service says it. */
export async function withCounts(made: Plan, service: Service): Promise<Plan> {
  const { steps, consequences } = made;
  const renames = steps.filter(({ mayRename }) => mayRename && mayRename.section in secretFields);
  if (renames.length > mostCounted) return made;
  const counts = await service.lostWith(renames.map(({ mayRename }) => mayRename?.record.path ?? ''));
  const counted = new Map(renames.map((step, index) => [sentenceOf(step), sentenceOf(step, counts[index])]));
  const said = consequences.map((each) => ({ ...each, text: counted.get(each.text) ?? each.text }));
  return { ...made, consequences: said };
}
