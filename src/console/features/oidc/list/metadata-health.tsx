import { Loader } from '@mantine/core';
import { healthSentence, type Health } from './health.ts';
import classes from './providers-page.module.css';

const dots = { good: 'good', differs: 'warning', unreachable: 'bad' } as const;

/** Whether the metadata of a configuration can be fetched and is still what was saved. */
export function MetadataHealth({ health }: { health: Health }) {
  const { state } = health;
  if (state === 'asking') return <Loader size={14} aria-label="Checking the metadata" />;
  if (state !== 'good' && state !== 'differs' && state !== 'unreachable') {
    return <span className="muted">{healthSentence(health)}</span>;
  }
  return (
    <span className={classes.health} data-state={dots[state]}>
      <span className={classes.dot} aria-hidden="true" />
      <span>{healthSentence(health)}</span>
    </span>
  );
}
