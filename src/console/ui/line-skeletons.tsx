import { Skeleton, Group } from '@mantine/core';
import classes from './line-skeletons.module.css';

interface LineSkeletonsProps {
  /** What is loading: "Loading users". */
  label: string;
  /** The expected number of lines. */
  lines?: number;
}

const widths = ['62%', '74%', '48%', '68%', '55%'];

/** Placeholders for lines that are loading; hidden at first, so that fast responses don't flicker. */
export function LineSkeletons({ label, lines = 5 }: LineSkeletonsProps) {
  return (
    // Not a status: a new page announces its heading only.
    <div role="img" aria-label={label} className={classes.lines}>
      {Array.from({ length: lines }, (_, line) => (
        <Group gap="md" key={line} h={36}>
          <Skeleton height={12} width={widths[line % widths.length] ?? '60%'} />
        </Group>
      ))}
    </div>
  );
}
