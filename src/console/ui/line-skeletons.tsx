import { Skeleton } from '@mantine/core';
import classes from './line-skeletons.module.css';

interface LineSkeletonsProps {
  /** What is on its way: "Loading users". */
  label: string;
  /** How many lines are about to come, as far as one can know. */
  lines?: number;
}

const widths = ['62%', '74%', '48%', '68%', '55%'];

/** In the place of lines that are being loaded; nothing while that takes no time worth the mention. */
export function LineSkeletons({ label, lines = 5 }: LineSkeletonsProps) {
  return (
    <div role="status" aria-label={label} className={classes.lines}>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={classes.line}>
          <Skeleton height={12} width={widths[line % widths.length] ?? '60%'} />
        </div>
      ))}
    </div>
  );
}
