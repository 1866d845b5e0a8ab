import { Button, Table } from '@mantine/core';
import { count } from '../../lib/text.ts';
import type { WatchedDeviation } from './deviations.ts';
import classes from './inspector.module.css';

interface DeviationListProps {
  watched: readonly WatchedDeviation[];
  onShow(id: number): void;
}

/** Lists where the service's responses deviate from the contract. */
export function DeviationList({ watched, onShow }: DeviationListProps) {
  if (watched.length === 0)
    return <p className="muted">Every response in this tab conforms to the contract.</p>;
  return (
    <div className={classes.watch} tabIndex={0} role="region" aria-label="Deviations from the contract">
      <Table stickyHeader verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Deviation</Table.Th>
            <Table.Th>Response</Table.Th>
            <Table.Th>Described in</Table.Th>
            <Table.Th>Seen in</Table.Th>
            <Table.Th>
              <span className="visually-hidden">Call</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {watched.map((one) => (
            <Table.Tr key={one.key}>
              <Table.Td>
                <strong>{one.kind}</strong> {one.field && <code translate="no">{one.field}</code>}
                <div className="muted">
                  {one.detail}
                  {one.records > 1 && `, in ${one.sampled ? 'at least ' : ''}${count(one.records, 'record')}`}
                </div>
              </Table.Td>
              <Table.Td>
                <code translate="no">{one.response}</code>
                <div className="muted">{one.summary}</div>
              </Table.Td>
              <Table.Td>{one.reference}</Table.Td>
              <Table.Td>{count(one.times, 'response')}</Table.Td>
              <Table.Td>
                <Button size="compact-sm" onClick={() => onShow(one.lastCall)}>
                  Show call
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
