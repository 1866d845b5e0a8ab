import { useState } from 'react';
import { apply, type Result } from '../../../configuration/apply.ts';
import { FileError, sections } from '../../../configuration/format.ts';
import { find, know, type KnownRecords } from '../../../configuration/known.ts';
import { plan, withCounts, type Plan } from '../../../configuration/plan.ts';
import type { Step } from '../../../configuration/steps.ts';
import { isFailure } from '../../../configuration/summary.ts';
import { recordsIn, shownTable } from '../../../configuration/table/table-records.ts';
import {
  isTable,
  mostColumns,
  parseTable,
  suggestedColumns,
  type Columns,
  type Table,
  type TableKind,
} from '../../../configuration/table/table.ts';
import { recordAddress } from '../../data/activity/record-kinds.ts';
import { textOf } from '../../data/configuration/files.ts';
import { serviceFor } from '../../data/configuration/service.ts';
import { useSession } from '../../data/session/use-session.ts';
import { createStore } from '../../lib/store.ts';
import { count, formatNumber, msg } from '../../lib/text.ts';
import { queryClient } from '../../query-client.ts';
import { useStop } from '../../ui/bulk/use-stop.ts';
import type { useAttempt } from './use-attempt.ts';

/** A configuration file or a table. */
export interface Source {
  name: string;
  text: string;
  isPasted: boolean;
  /** What's in the text if it's a table. */
  table?: Table;
  /** Absent until someone has said it. */
  columns?: Columns | undefined;
  /** The other service that it's an export of. */
  elsewhere?: string | undefined;
  /** What to do with it; of another service's export, undefined until someone has said it. */
  use?: 'apply' | 'compare' | undefined;
  prune: boolean;
  /** Whether the passwords of a table's new users are typed. */
  asksPasswords: boolean;
}

/** A plan, and what became of it. */
export interface Planned {
  plan: Plan;
  results: ReadonlyMap<Step, Result>;
  /** The records that there are: those of the plan, and once it's applied, also those that it has created. */
  known: KnownRecords;
  /** When it was applied, if it was. */
  at?: string;
  /** A table's passwords, by variable. */
  secrets: ReadonlyMap<string, string>;
  /** What it deletes again, as far as that can be. */
  undoes?: readonly Step[];
}

/** What a page takes. */
export interface Limits {
  /** What the rows of its tables are, if it says so. */
  only?: TableKind | undefined;
  /** Path of the group that their paths begin at. */
  below?: string | undefined;
}

interface Applied {
  user: string;
  only: TableKind | undefined;
  source: Source;
  planned: Planned;
}

/** What was applied last, without its text: its page still shows it when the user comes back. */
const lastApplied = createStore<Applied | undefined>(undefined);

/** Reads a file or table, plans it and applies the plan. */
export function usePlan({ attempt, setBusy }: ReturnType<typeof useAttempt>, limits: Limits) {
  const { user } = useSession().user;
  const [last] = useState(() => {
    const found = lastApplied.get();
    return found?.user === user && found.only === limits.only ? found : undefined;
  });
  const [source, setSource] = useState(last?.source);
  const [planned, setPlanned] = useState(last?.planned);
  const [isApplying, setApplying] = useState(false);
  const { isStopped, start, stop } = useStop();

  const makePlan = (chosen: Source) =>
    attempt('Planning', msg`Couldn't plan ${chosen.name}`, async () => {
      setSource(chosen);
      setPlanned(undefined);
      const made = chosen.table ? await planOfTable(chosen, limits.below) : await planOfFile(chosen);
      if (typeof made === 'string') setSource({ ...chosen, elsewhere: made });
      else setPlanned(made);
    });

  const openText = async (name: string, text: string, isPasted = true) => {
    const chosen: Source = { name, text, isPasted, prune: false, asksPasswords: false };
    if (!isTable(text, isPasted ? '' : name)) return makePlan(chosen);
    const table = parseTable(text);
    const { isCertain, ...columns } = suggestedColumns(table, limits.only);
    const asked = { ...chosen, table };
    if (isCertain) return makePlan({ ...asked, columns });
    // Nothing of another file can be applied below this one's columns.
    setPlanned(undefined);
    return attempt('Reading', msg`Couldn't read ${name}`, async () => {
      setSource(undefined);
      const [line = 1, problem] = tableProblem(table);
      if (problem !== undefined) throw new FileError([{ line, column: 1, message: problem }]);
      setSource(asked);
    });
  };

  const openFile = (chosen: File) =>
    attempt('Reading', msg`Couldn't read ${chosen.name}`, async () => {
      setSource(undefined);
      setPlanned(undefined);
      await openText(chosen.name, await textOf(chosen), false);
    });

  /** @param of what may be a plan that isn't shown yet */
  const carryOut = async (of: Planned, secrets: ReadonlyMap<string, string>, isContinued: boolean) => {
    if (!source) return;
    const service = serviceFor(source.name);
    const { steps } = of.plan;
    const results = new Map<Step, Result>();
    setApplying(true);
    start();
    try {
      for await (const result of apply(of.plan, service, new Map([...of.secrets, ...secrets]))) {
        results.set(result.step, result);
        if (isStopped() || (isFailure(result) && !isContinued)) break;
        setBusy(`${formatNumber(results.size)} of ${count(steps.length, 'change')} tried`);
      }
    } finally {
      const done = { ...of, results, at: new Date().toISOString(), secrets: new Map() };
      setApplying(false);
      setPlanned(done);
      await queryClient.invalidateQueries();
      const used = new Set(steps.map(({ section }) => section));
      // What was created has a page now. It's only for links.
      const known = await service.current([...used]).then(know, () => of.known);
      setPlanned({ ...done, known });
      const { table: _table, ...kept } = source;
      const shown = { source: { ...kept, text: '', isPasted: false }, planned: { ...done, known } };
      lastApplied.set({ user, only: limits.only, ...shown });
    }
  };
  const applyPlan = (...[secrets, isContinued]: [ReadonlyMap<string, string>, boolean]) =>
    attempt('Applying', "Couldn't apply the file", async () => {
      if (planned) await carryOut(planned, secrets, isContinued);
    });
  const deleteAgain = (undoing: Plan, undoes: readonly Step[]) =>
    attempt('Deleting', "Couldn't delete what was imported", async () => {
      const of = { ...plannedAs(undoing), undoes };
      setPlanned(of);
      await carryOut(of, new Map(), true);
    });
  const stopApplying = () => {
    stop();
    setBusy('Stopping after this change');
  };
  const close = () => {
    lastApplied.set(undefined);
    setSource(undefined);
    setPlanned(undefined);
  };
  return {
    source,
    setSource,
    planned,
    isApplying,
    makePlan,
    openFile,
    openText,
    applyPlan,
    deleteAgain,
    stopApplying,
    close,
  };
}

/** What's wrong with a whole table, and its line. */
function tableProblem({ rows }: Table): [line?: number, problem?: string] {
  if (rows.length === 0) return [1, 'is empty'];
  const wide = rows.find(({ cells }) => cells.length > mostColumns);
  return wide ? [wide.line, `has more than ${mostColumns} columns`] : [];
}

/** @returns the service that it's an export of, if that's another one and it isn't known what to do with it */
async function planOfFile(source: Source): Promise<Planned | string> {
  const { read } = await import('../../../configuration/read.ts');
  const { text, name, use } = source;
  const wanted = read(text);
  const { service } = wanted;
  if (service !== undefined && service !== location.host && !use) return service;
  const isComparison = use === 'compare';
  // What only this service has is a difference, too.
  const prune = source.prune || isComparison;
  const used = sections.filter((section) => prune || wanted[section]);
  const connected = serviceFor(name);
  const made = plan(wanted, await connected.current(used), { prune, isComparison });
  return plannedAs(await withCounts(made, connected));
}

async function planOfTable({ name, table, columns, asksPasswords }: Source, below: string | undefined) {
  const { readContent } = await import('../../../configuration/read.ts');
  if (!table || !columns) throw new TypeError("the table's columns aren't known");
  const current = await serviceFor(name).current([columns.kind]);
  const { content, problems, secrets, text } = recordsIn(table, {
    columns,
    known: know(current),
    below,
    asksPasswords,
  });
  const wanted = readContent(text, content, [columns.kind], problems);
  return plannedAs(plan(wanted, current), secrets);
}

const plannedAs = (made: Plan, secrets: Planned['secrets'] = new Map()): Planned => ({
  plan: made,
  results: new Map(),
  known: made.known,
  secrets,
});

/** The page of a step's record, if there's one. */
export function pageOf(step: Step, known: KnownRecords): string | undefined {
  const { record, action, section } = step;
  const path = action === 'update' ? record.path : find(known, section, record.key)?.path;
  return path === undefined ? undefined : recordAddress(path);
}

/** What's shown of a text: a table without its passwords, and nothing while it isn't known which ones they are. */
export function shownText({ text, table, columns }: Source): string {
  if (!table) return text;
  return columns ? shownTable(table, columns).text : '';
}
