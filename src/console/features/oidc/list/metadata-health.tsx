import { Loader } from '@mantine/core';
import { healthText, type Health } from '../../../data/oidc/health.ts';
import classes from './providers-page.module.css';

const dots = { good: 'good', differs: 'warning', unreachable: 'error' } as const;

/** Whether a provider's metadata can be fetched and still matches what was saved. */
export function MetadataHealth({ health }: { health: Health }) {
  const { state } = health;
  if (state === 'fetching') return <Loader size={14} aria-label="Checking metadata" />;
  if (state !== 'good' && state !== 'differs' && state !== 'unreachable')
    return <span className="muted">{healthText(health)}</span>;
  return (
    <span className={classes.health} data-state={dots[state]}>
      <span className={classes.dot} aria-hidden="true" />
      <span>{healthText(health)}</span>
    </span>
  );
}
