import { Loader } from '@mantine/core';
import { metadataText, type MetadataState } from '../../../data/oidc/metadata-state.ts';
import classes from './providers-page.module.css';

const dots = { good: 'good', differs: 'warning', unreachable: 'error' } as const;

/** Whether a provider's metadata can be fetched and still matches what was saved. */
export function MetadataCell({ metadata }: { metadata: MetadataState }) {
  const { state } = metadata;
  if (state === 'fetching') return <Loader size={14} aria-label="Checking metadata" />;
  if (state !== 'good' && state !== 'differs' && state !== 'unreachable')
    return <span className="muted">{metadataText(metadata)}</span>;
  return (
    <span className={classes.metadata} data-state={dots[state]}>
      <span className={classes.dot} aria-hidden="true" />
      <span>{metadataText(metadata)}</span>
    </span>
  );
}
