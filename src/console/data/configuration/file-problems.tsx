import { Paper, Stack } from '@mantine/core';
import { useMemo } from 'react';
import type { FileProblem, Problem } from '../../../configuration/format.ts';
import { escapeUnseen } from '../../../contract/isolate.ts';
import { limits } from '../../../contract/limits.ts';
import { count, formatNumber, isolate, msg } from '../../lib/text.ts';
import { ErrorView } from '../../ui/error-view.tsx';
import classes from './file-problems.module.css';

const linesAround = 2;
/** Of a longer line, only what's around its problem is shown. */
const longestLine = 240;

interface FileProblemsProps {
  /** What failed. */
  title: string;
  text: string;
  /** In the order of the text, then those without a place in it. */
  problems: readonly Problem[];
}

/** A file's problems in its text, which is left out elsewhere; one of several lines at the first. The first one gets the focus. */
export function FileProblems({ title, text, problems: all }: FileProblemsProps) {
  const problems = useMemo(() => distinct(all), [all]);
  const shown = useMemo(() => problems.slice(0, limits.problemsListed), [problems]);
  const placed = useMemo(() => shown.filter(isPlaced), [shown]);
  const excerpts = useMemo(() => excerptsOf(text, placed), [text, placed]);
  const others = shown.filter((problem) => !isPlaced(problem));
  const total = count(problems.length, 'problem');
  const rest = problems.length > shown.length ? `. The first ${shown.length} are listed.` : '';
  return (
    <ErrorView title={title} detail={[total + rest, ...others.map(({ message }) => isolate(message))]}>
      <Stack gap={8} mt={8} hidden={excerpts.length === 0}>
        {excerpts.map((lines) => (
          <Paper
            key={lines[0]?.number}
            withBorder
            bg="var(--surface)"
            c="var(--text)"
            style={{ overflow: 'hidden' }}
          >
            {lines.map((line) => (
              <Line key={line.number} line={line} first={placed[0]} />
            ))}
          </Paper>
        ))}
      </Stack>
    </ErrorView>
  );
}

const isPlaced = (problem: Problem): problem is FileProblem => problem.line !== undefined;

/** The first of those that say the same, with how many there are: "Line 2 and 1 other line, Parent: Nowhere doesn't exist". */
function distinct(problems: readonly Problem[]): Problem[] {
  const found = new Map<string, { first: Problem; lines: Set<number> }>();
  for (const first of problems) {
    if (!found.has(first.message)) found.set(first.message, { first, lines: new Set() });
    found.get(first.message)?.lines.add(first.line ?? 0);
  }
  return [...found.values()].map(({ first, lines }) => {
    if (!isPlaced(first)) return first;
    const [, field, what = first.message] = /^([a-z]\w*): (.*)/s.exec(first.message) ?? [];
    const place = field
      ? field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' ')
      : `column ${first.column}`;
    const more = lines.size > 1 ? ` and ${count(lines.size - 1, 'other line')}` : '';
    return { ...first, message: msg`Line ${first.line}${more}, ${place}: ${what}` };
  });
}

interface ExcerptLine {
  number: number;
  text: string;
  problems: FileProblem[];
}

/** The lines with problems and those around them, consecutive ones together. */
function excerptsOf(text: string, problems: readonly FileProblem[]): ExcerptLine[][] {
  const all = text.split('\n');
  const excerpts: ExcerptLine[][] = [];
  for (const problem of problems) {
    let lines = excerpts.at(-1);
    let next = Math.max(1, problem.line - linesAround);
    const shown = lines?.at(-1)?.number ?? 0;
    if (!lines || next > shown + 1) excerpts.push((lines = []));
    else next = shown + 1;
    for (; next <= Math.min(all.length, problem.line + linesAround); next += 1)
      lines.push({ number: next, text: (all[next - 1] ?? '').replace(/\r$/, ''), problems: [] });
    lines.find(({ number }) => number === problem.line)?.problems.push(problem);
  }
  return excerpts;
}

function Line({ line, first }: { line: ExcerptLine; first: FileProblem | undefined }) {
  const { number, text, problems } = line;
  const at = (problems[0]?.column ?? 1) - 1;
  const start = text.length > longestLine ? Math.max(0, at - longestLine / 2) : 0;
  const end = Math.min(text.length, start + longestLine);
  // What begins at the problem, as far as a comma, a bracket or a space.
  const wrong = problems.length > 0 ? (/^"[^"]*"?|^[^\s,}\]]*/.exec(text.slice(at, end))?.[0] ?? '') : '';
  return (
    <>
      <div className={classes.line}>
        <span className={classes.number}>{formatNumber(number)}</span>
        <code dir="ltr" translate="no">
          {start > 0 && '…'}
          {escapeUnseen(text.slice(start, at))}
          <mark>{escapeUnseen(wrong)}</mark>
          {escapeUnseen(text.slice(at + wrong.length, end))}
          {end < text.length && '…'}
        </code>
      </div>
      {problems.map((problem) => (
        <p
          key={problem.message}
          className={classes.problem}
          tabIndex={-1}
          ref={problem === first ? focus : undefined}
        >
          {problem.message}
        </p>
      ))}
    </>
  );
}

const focus = (element: HTMLElement | null) => element?.focus();
