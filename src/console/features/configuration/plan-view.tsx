import { Alert, Stack, Text } from '@mantine/core';
import type { Result } from '../../../configuration/apply.ts';
import type { Plan } from '../../../configuration/plan.ts';
import type { Step } from '../../../configuration/steps.ts';
import { FileProblems } from '../../data/configuration/file-problems.tsx';
import { CodedText } from '../../ui/marked-text.tsx';
import { LongList } from './long-list.tsx';
import { ChangeTree, totalsOf, type Wording } from './change-tree.tsx';

const planned: Wording = {
  isPlan: true,
  actions: { create: 'Create', update: 'Update', delete: 'Delete' },
  totals: { create: 'to create', update: 'to update', delete: 'to delete' },
};
const compared: Wording = {
  isPlan: false,
  actions: { create: 'Only in the file:', update: 'Different:', delete: 'Only here:' },
  totals: { create: 'only in the file', update: 'different', delete: 'only here' },
};

interface PlanViewProps {
  plan: Plan;
  /** Of the file. */
  text: string;
  /** Whether it only says how a file differs from this service. */
  isComparison: boolean;
  /** What became of it; empty if nothing has been tried. */
  results: ReadonlyMap<Step, Result>;
  /** The page of a step's record, if there's one. */
  pageOf(step: Step): string | undefined;
}

/** What applying a file would change, with what that means on top, and what became of it. */
export function PlanView({ plan, text: file, isComparison, results, pageOf }: PlanViewProps) {
  const { steps, errors, consequences } = plan;
  const wording = isComparison ? compared : planned;
  const none = isComparison ? 'No differences' : 'No changes';
  return (
    <section aria-label={isComparison ? 'Comparison' : 'Plan'}>
      <Stack gap="sm">
        {errors.length > 0 && (
          <FileProblems
            title={isComparison ? "Some records can't be compared" : "This can't be applied"}
            text={file}
            problems={errors}
          />
        )}
        <Text role="status" size="md" fw={600}>
          {steps.length === 0 ? none : totalsOf(steps, wording)}
        </Text>
        {consequences.length > 0 && (
          <Alert title="What this means" color="gray">
            <LongList items={consequences}>
              {(shown) =>
                shown.map(({ isWarning, text }) => (
                  <Text key={text} {...(isWarning ? { c: 'var(--danger)' } : {})}>
                    <CodedText>{text}</CodedText>
                  </Text>
                ))
              }
            </LongList>
          </Alert>
        )}
        <ChangeTree steps={steps} wording={wording} results={results} pageOf={pageOf} />
      </Stack>
    </section>
  );
}
