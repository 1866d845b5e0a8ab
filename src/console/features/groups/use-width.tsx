import { useStore } from '../../lib/store.ts';
import { storedValue } from '../../lib/stored-value.ts';
import { Separator } from '../../ui/separator.tsx';
import classes from './groups-page.module.css';

const stored = storedValue('palisade-tree-width', (value) => (typeof value === 'number' ? value : 340));

/** The tree pane's width, which is remembered, and the separator that changes it. */
export function useWidth() {
  const width = useStore(stored);
  const separator = (
    <Separator
      label="Width of the group tree"
      axis="x"
      value={width}
      least={280}
      most={560}
      step={20}
      className={classes.separator}
      onChange={stored.set}
    />
  );
  return { width, separator };
}
