import { useLocalStorage } from '@mantine/hooks';
import { Separator } from '../../ui/separator.tsx';
import classes from './groups-page.module.css';

/** The tree pane's width, which is remembered, and the separator that changes it. */
export function useWidth() {
  const [width, setWidth] = useLocalStorage({ key: 'palisade-tree-width', defaultValue: 340 });
  const separator = (
    <Separator
      label="Width of the group tree"
      axis="x"
      value={width}
      least={280}
      most={560}
      step={20}
      className={classes.separator}
      onChange={setWidth}
    />
  );
  return { width, separator };
}
