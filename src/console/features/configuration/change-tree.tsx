import { Anchor, Box, Text, Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Result } from '../../../configuration/apply.ts';
import { headlineOf } from '../../../configuration/deletions.ts';
import { sections } from '../../../configuration/format.ts';
import { titles } from '../../../configuration/kinds.ts';
import { Place } from '../../../configuration/known.ts';
import { changesOf, labelOf, type FieldChange, type Step } from '../../../configuration/steps.ts';
import { isFailure } from '../../../configuration/summary.ts';
import { grantText } from '../../lib/privilege-text.ts';
import { isolate, msg } from '../../lib/text.ts';
import { Name } from '../../ui/name.tsx';
import classes from './change-tree.module.css';
import { LongList } from './long-list.tsx';

/** Groups below aren't indented further. */
const deepestIndent = 8;
const actionColors = { create: 'var(--accent)', update: 'inherit', delete: 'var(--danger)' };
const outcomes: Record<Result['outcome'], string> = {
  done: 'Done',
  already: 'Done before',
  changed: 'Not done',
  failed: 'Failed',
  unknown: 'Unknown',
};

/** What the actions of a plan are called: what applying it does, or how two services differ. */
export interface Wording {
  /** Whether deletions will be done, and all have to be listed. */
  isPlan: boolean;
  /** Of one record: "Create". */
  actions: Record<Step['action'], string>;
  /** After their number: "to create". */
  totals: Record<Step['action'], string>;
}

interface ChangeTreeProps {
  steps: readonly Step[];
  wording: Wording;
  /** What became of them; empty if nothing has been tried. */
  results: ReadonlyMap<Step, Result>;
  /** The page of a step's record, if there's one. */
  pageOf(step: Step): string | undefined;
}

/** Changes by section, those of groups as a tree. */
export function ChangeTree({ steps, wording, results, pageOf }: ChangeTreeProps) {
  const isFailed = (step: Step) => {
    const result = results.get(step);
    return result !== undefined && isFailure(result);
  };
  const describe = (step: Step, name: string) => (
    <>
      <Box component="span" fw={600} c={actionColors[step.action]} data-action={step.action}>
        {wording.actions[step.action]}
      </Box>{' '}
      <Name>{name}</Name>
      {results.size > 0 && <Outcome result={results.get(step)} />}
    </>
  );
  const linkTo = (step: Step) => {
    const page = pageOf(step);
    return (
      page !== undefined && (
        // The page would forget its results.
        <Anchor
          className={classes.link}
          href={page}
          target="_blank"
          rel="noreferrer"
          aria-label={msg`Show ${labelOf(step)}`}
        >
          Show
        </Anchor>
      )
    );
  };
  return sections.map((section) => {
    const all = steps.filter((step) => step.section === section);
    if (all.length === 0) return null;
    // What has to be looked at.
    const isUrgent = (step: Step) => isFailed(step) || (step.action === 'delete' && wording.isPlan);
    const urgent = all.filter(isUrgent);
    return (
      <Paper component="details" key={section} open withBorder px={12} py={8}>
        <summary>
          <strong>{titles[section]}</strong>{' '}
          <span className="muted">{headlineOf(all, [], wording.totals)}</span>
        </summary>
        <LongList items={[...urgent, ...all.filter((step) => !isUrgent(step))]} atLeast={urgent.length}>
          {(shown) => <Branch nodes={treeOf(shown)} describe={describe} linkTo={linkTo} />}
        </LongList>
      </Paper>
    );
  });
}

interface Node {
  key: string;
  /** A group above others may have no change of its own. */
  name: string;
  step?: Step;
  below: Node[];
}

/** Groups below each other; other records as they are. */
function treeOf(steps: readonly Step[]): Node[] {
  const top: Node[] = [];
  const nodes = new Map<Place, Node>();
  const nodeFor = (place: Place): Node => {
    const known = nodes.get(place);
    if (known) return known;
    const node: Node = { key: place.key, name: place.name, below: [] };
    nodes.set(place, node);
    (place.parent?.parent ? nodeFor(place.parent).below : top).push(node);
    return node;
  };
  for (const step of steps) {
    if (step.record instanceof Place) nodeFor(step.record).step = step;
    else top.push({ key: step.record.key, name: labelOf(step), step, below: [] });
  }
  return top;
}

interface BranchProps {
  nodes: readonly Node[];
  describe(step: Step, name: string): ReactNode;
  linkTo(step: Step): ReactNode;
  level?: number;
}

function Branch({ level = 1, ...props }: BranchProps) {
  const { nodes, describe, linkTo } = props;
  return (
    <ul className={classes.branch} data-deep={level > deepestIndent || undefined}>
      {nodes.map(({ key, name, step, below }) => {
        const line = step ? describe(step, name) : <Name>{name}</Name>;
        const fields = step && <Fields fields={changesOf(step)} />;
        const link = step && linkTo(step);
        if (below.length === 0)
          return (
            <li key={key}>
              {line} {link}
              {fields}
            </li>
          );
        return (
          <li key={key}>
            <details open>
              <summary>{line}</summary>
              {link}
              {fields}
              <Branch {...props} nodes={below} level={level + 1} />
            </details>
          </li>
        );
      })}
    </ul>
  );
}

function Fields({ fields }: { fields: readonly FieldChange[] }) {
  return fields.map(({ name, before, after, variable }) => (
    <Text key={name} fz={13} ps={16}>
      <span className="muted">{name}:</span>{' '}
      {variable === undefined ? <Name>{valueText(before, after)}</Name> : sourceOf(variable)}
    </Text>
  ));
}

/** Passwords of tables have no names. */
const sourceOf = (variable: string) => (variable.startsWith('line_') ? 'set' : `from ${variable}`);

function valueText(before: unknown, after: unknown): string {
  return before === undefined ? textOfValue(after) : `${textOfValue(before)} → ${textOfValue(after)}`;
}

/** A value as people read it: "Groups · change, Devices · view" for what a role grants. */
function textOfValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value) || '(empty)';
  const parts: string[] = Array.isArray(value)
    ? value.map(textOfValue)
    : Object.entries(value).map(([name, privilege]) =>
        grantText({ name, privilege: textOfValue(privilege) }),
      );
  return parts.join(', ') || '(empty)';
}

function Outcome({ result }: { result: Result | undefined }) {
  if (!result) return <span className="muted"> – Not tried</span>;
  const { outcome, detail } = result;
  return (
    <Box component="span" c={isFailure(result) ? 'var(--danger)' : 'inherit'}>
      {' – '}
      {outcomes[outcome]}
      {detail !== undefined && `: ${isolate(detail)}`}
    </Box>
  );
}
