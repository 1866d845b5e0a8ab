import { useState } from 'react';
import { apply, type Result } from '../../../configuration/apply.ts';
import { sections } from '../../../configuration/format.ts';
import { plan, type Plan } from '../../../configuration/plan.ts';
import type { Step } from '../../../configuration/steps.ts';
import { isFailure } from '../../../configuration/summary.ts';
import { textOf } from '../../data/configuration/files.ts';
import { serviceFor } from '../../data/configuration/service.ts';
import { count, formatNumber, msg } from '../../lib/text.ts';
import { queryClient } from '../../query-client.ts';
import { useStop } from '../../ui/bulk/use-stop.ts';
import { pagesOf } from './pages-of.ts';
import type { useAttempt } from './use-attempt.ts';

export interface SelectedFile {
  name: string;
  text: string;
  prune: boolean;
  /** Whether it's only compared with this service. */
  isComparison: boolean;
}

/** A plan, and what became of it. */
export interface Planned {
  plan: Plan;
  results: ReadonlyMap<Step, Result>;
  /** The pages of its records. */
  pages: ReadonlyMap<Step, string>;
  /** When it was applied, if it was. */
  at?: string;
}

/** Reads a file, plans it and applies the plan. @param onPlan called when a file is read to be planned */
export function usePlan({ attempt, setBusy }: ReturnType<typeof useAttempt>, onPlan: () => void) {
  const [file, setFile] = useState<SelectedFile>();
  const [planned, setPlanned] = useState<Planned>();
  const [isApplying, setApplying] = useState(false);
  const { isStopped, start, stop } = useStop();

  const makePlan = (selected: SelectedFile) =>
    attempt('Planning', msg`Couldn't plan ${selected.name}`, async () => {
      setFile(selected);
      setPlanned(undefined);
      onPlan();
      setPlanned(await planOf(selected));
    });

  const openFile = (chosen: File, isComparison: boolean) =>
    attempt('Reading', msg`Couldn't read ${chosen.name}`, async () => {
      // Nothing of another file can be applied below this one's problems.
      setFile(undefined);
      setPlanned(undefined);
      const text = await textOf(chosen);
      // What only this service has is a difference, too.
      await makePlan({ name: chosen.name, text, prune: isComparison, isComparison });
    });

  const applyPlan = (secrets: ReadonlyMap<string, string>, isContinued: boolean) =>
    attempt('Applying', "Couldn't apply the file", async () => {
      if (!file || !planned) return;
      const service = serviceFor(file.name);
      const { steps } = planned.plan;
      const results = new Map<Step, Result>();
      setApplying(true);
      start();
      try {
        for await (const result of apply(planned.plan, service, secrets)) {
          results.set(result.step, result);
          if (isStopped() || (isFailure(result) && !isContinued)) break;
          setBusy(`${formatNumber(results.size)} of ${count(steps.length, 'change')} tried`);
        }
      } finally {
        const at = new Date().toISOString();
        setApplying(false);
        setPlanned({ ...planned, results, at });
        await queryClient.invalidateQueries();
        const used = new Set(steps.map(({ section }) => section));
        // What was created has a page now. It's only for links.
        const pages = await service.current([...used]).then(
          (current) => pagesOf(steps, current),
          () => planned.pages,
        );
        setPlanned({ ...planned, results, at, pages });
      }
    });

  const stopApplying = () => {
    stop();
    setBusy('Stopping after this change');
  };
  return { file, planned, isApplying, makePlan, openFile, applyPlan, stopApplying };
}

async function planOf(file: SelectedFile): Promise<Planned> {
  const { read } = await import('../../../configuration/read.ts');
  const wanted = read(file.text);
  const used = sections.filter((section) => file.prune || wanted[section]);
  const current = await serviceFor(file.name).current(used);
  const found = plan(wanted, current, file);
  return { plan: found, results: new Map(), pages: pagesOf(found.steps, current) };
}
