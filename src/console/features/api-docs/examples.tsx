import { useQuery } from '@tanstack/react-query';
import { CopyButton } from '../../ui/copyable.tsx';
import classes from './api-docs.module.css';
import type { Description, Operation, Schema } from './description.ts';
import { exampleFrom, exampleOf } from './example.ts';
import { realAnswerQuery } from './queries.ts';
import { asCurl, missingIn, type Values } from './request.ts';

/** What the parts beside an operation are about. */
export interface OperationParts {
  operation: Operation;
  schemas: Description['schemas'];
  login: string | undefined;
  /** A record of the collection, as the service has it. */
  record: Readonly<Record<string, unknown>> | undefined;
  /** Path parameters of that record. */
  values: Values;
}

/** The body that an operation is shown and tried with. */
export function exampleBody({ operation, schemas, record }: OperationParts): string | undefined {
  if (!operation.body) return undefined;
  const made = exampleOf(operation.body, schemas);
  // A change is shown with what the record has now; what is created must not be there yet.
  return JSON.stringify(
    operation.method === 'PUT' && record ? exampleFrom(record, made) : made,
    undefined,
    2,
  );
}

/** A request for a shell, and an answer to it: a real one where it can be read, else one made from the schema. */
export function Examples(parts: OperationParts) {
  const { operation, schemas, login, record, values } = parts;
  const readable =
    operation.method === 'GET' && missingIn(operation, values).length === 0 && login !== undefined;
  const filled = readable ? withLimit(operation, values) : values;
  const success = operation.answers.find(({ status }) => status.startsWith('2'));
  const { data: answer } = useQuery({
    ...realAnswerQuery(operation, filled),
    enabled: readable && success?.schema !== undefined,
  });
  const real = answer ?? (isSameRecord(success?.schema, operation, record) ? record : undefined);
  const shown = success?.schema && JSON.stringify(real ?? exampleOf(success.schema, schemas), undefined, 2);
  const curl = asCurl(operation, filled, exampleBody(parts));
  return (
    <>
      <Sample title="Request" text={curl} />
      {shown !== undefined && success && (
        <Sample
          title={`Response ${success.status}`}
          text={shown}
          note={real === undefined ? 'Generated from the schema' : 'A current record of this service'}
        />
      )}
    </>
  );
}

function Sample({ title, text, note }: { title: string; text: string; note?: string }) {
  return (
    <section aria-label={`Example: ${title}`}>
      <div className={classes.sampleTitle}>
        <h2>{title}</h2>
        {note && <span className="muted">{note}</span>}
        <CopyButton value={text} label={title.toLowerCase()} />
      </div>
      <pre className={classes.code} tabIndex={0} aria-label={title}>
        {text}
      </pre>
    </section>
  );
}

function withLimit(operation: Operation, values: Values): Values {
  const takesLimit = operation.parameters.some(({ name }) => name === 'limit');
  return takesLimit ? new Map([...values, ['limit', '2']]) : values;
}

/** Whether an operation answers with the kind of record that its collection lists. */
function isSameRecord(
  schema: Schema | undefined,
  operation: Operation,
  record: OperationParts['record'],
): boolean {
  const names: Record<string, string> = {
    Group: '/groups',
    OidcOp: '/oidc_ops',
    User: '/users',
    Role: '/roles',
  };
  const collection = names[schema?.$ref?.split('/').at(-1) ?? ''];
  return record !== undefined && collection !== undefined && operation.path.split('/{')[0] === collection;
}
