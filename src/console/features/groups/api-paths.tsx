import type { Group } from '../../../contract/groups/groups.ts';
import { msg } from '../../lib/text.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { Detail, DetailList } from '../../ui/detail-list.tsx';
import classes from './groups-page.module.css';

/** The paths of a group's resources in the API, collapsed at first. */
export function ApiPaths({ record }: { record: Group }) {
  const paths = Object.entries(record).filter(([name]) => name.endsWith('_resource'));
  return (
    <section aria-label="API paths">
      <details className={classes.apiPaths}>
        <summary>API paths ({paths.length})</summary>
        <DetailList>
          {paths.map(([name, path]) => (
            <Detail key={name} name={name.replace(/_resource$/, '').replaceAll('_', ' ')}>
              {path === '' ? (
                <span className="muted">none</span>
              ) : (
                <Copyable value={path} label={msg`${name} path`} />
              )}
            </Detail>
          ))}
        </DetailList>
      </details>
    </section>
  );
}
