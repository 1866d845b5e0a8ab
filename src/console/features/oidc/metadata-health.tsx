import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { OidcOp } from '../../../contract/oidc-ops.ts';
import { sentenceOf } from '../../notifications/notify.ts';
import { drift, driftSentence } from './health.ts';
import classes from './oidc-page.module.css';
import { isAbsent, metadataQuery } from './queries.ts';

/** Whether the metadata of a configuration can be fetched and is still what was saved; asked on demand. */
export function MetadataHealth({ op, checked }: { op: OidcOp; checked: boolean }) {
  const url = op.metadata_url ?? '';
  const { data, error, isFetching } = useQuery({ ...metadataQuery(url), enabled: checked && url !== '' });
  if (url === '') return <span className="muted">No URL</span>;
  if (!checked) return <span className="muted">Not checked</span>;
  if (isFetching) return <Loader size={14} aria-label="Checking the metadata" />;
  if (isAbsent(error)) return <span className="muted">Cannot be checked here</span>;
  if (error) return <State state="bad">Not reachable: {sentenceOf(error)}</State>;
  if (!data) return null;
  const fields = drift(op, data);
  return <State state={fields.length === 0 ? 'good' : 'warning'}>{driftSentence(fields)}</State>;
}

function State({ state, children }: { state: 'good' | 'warning' | 'bad'; children: React.ReactNode }) {
  return (
    <span className={classes.health} data-state={state}>
      <span className={classes.dot} aria-hidden="true" />
      <span>{children}</span>
    </span>
  );
}
