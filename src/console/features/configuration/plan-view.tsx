import { Alert, Stack, Text } from '@mantine/core';
import { headlineOf } from '../../../configuration/deletions.ts';
import { FileProblems } from '../../data/configuration/file-problems.tsx';
import { GrantSentence } from '../../data/access/privilege-chips.tsx';
import { LongList } from './long-list.tsx';
import { ChangeTree, type Wording } from './change-tree.tsx';
import { pageOf, type Planned } from './use-plan.ts';

const plannedWording: Wording = {
  isPlan: true,
  actions: { create: 'Create', update: 'Update', delete: 'Delete' },
  totals: { create: 'to create', update: 'to change', delete: 'to delete' },
};
const comparedWording: Wording = {
  isPlan: false,
  actions: { create: 'Only in the file:', update: 'Different:', delete: 'Only here:' },
  totals: { create: 'only in the file', update: 'different', delete: 'only here' },
};

interface PlanViewProps {
  isComparison: boolean;
  /** What's shown of the file. */
  text: string;
  planned: Planned;
}

/** What applying a file would change, with what that means on top, and what became of it. */
export function PlanView({ isComparison, text, planned }: PlanViewProps) {
  const { steps, errors, consequences, deletions } = planned.plan;
  // What was imported is known, so its deletions needn't all be listed.
  const planWording = { ...plannedWording, isPlan: !planned.undoes };
  const wording = isComparison ? comparedWording : planWording;
  return (
    <section aria-label={isComparison ? 'Comparison' : 'Plan'}>
      <Stack gap="sm">
        {errors.length > 0 && (
          <FileProblems
            title={isComparison ? "Some records can't be compared" : "This can't be applied"}
            text={text}
            problems={errors}
          />
        )}
        {planned.at === undefined && (
          <Text role="status" size="md" fw={600}>
            {isComparison && steps.length === 0
              ? 'No differences'
              : headlineOf(steps, isComparison ? [] : deletions, wording.totals)}
          </Text>
        )}
        {consequences.length > 0 && (
          <Alert title="What this means" color="gray">
            <LongList items={consequences}>
              {(shown) =>
                shown.map(({ isWarning, text: sentence }) => (
                  <Text key={sentence} {...(isWarning ? { c: 'var(--danger)' } : {})}>
                    <GrantSentence>{sentence}</GrantSentence>
                  </Text>
                ))
              }
            </LongList>
          </Alert>
        )}
        <ChangeTree
          steps={steps}
          wording={wording}
          results={planned.results}
          pageOf={(step) => pageOf(step, planned.known)}
        />
      </Stack>
    </section>
  );
}
