import type { ComponentProps, ReactElement } from 'react';
import { DataTable } from '../../console/ui/data-table/data-table.tsx';

/** A table of fruits. */
export const fruitTable = <Fruit,>(
  props: Omit<ComponentProps<typeof DataTable<Fruit>>, 'id' | 'label' | 'noun'>,
): ReactElement => <DataTable id="fruits" label="Fruits" noun="fruit" {...props} />;
