import { useQuery } from '@tanstack/react-query';
import { CodeBlock } from '../../ui/code-block/code-block.tsx';
import { CopyButton } from '../../ui/copyable.tsx';
import classes from './api-docs.module.css';
import type { Description, Operation, Schema } from './description.ts';
import { exampleFrom, buildExample } from './example.ts';
import { currentResponseQuery } from './queries.ts';
import { asCurl, missingIn, type Values } from './request.ts';

/** What an operation's examples and "Try it" need. */
export interface OperationParts {
  operation: Operation;
  schemas: Description['schemas'];
  login: string | undefined;
  /** A current record of the collection. */
  record: Readonly<Record<string, unknown>> | undefined;
  /** Path parameters of that record. */
  values: Values;
}

/** The example body of an operation; undefined if it has none. */
export function exampleBody({ operation, schemas, record }: OperationParts): string | undefined {
  if (!operation.body) return undefined;
  const generated = buildExample(operation.body, schemas);
  // An update starts from the current record. A new record must differ from existing ones.
  return JSON.stringify(
    operation.method === 'PUT' && record ? exampleFrom(record, generated) : generated,
    undefined,
    2,
  );
}

/** A request as a shell command, and its response: the current one if it can be read, else generated from the schema. */
export function Examples(parts: OperationParts) {
  const { operation, schemas, login, record, values } = parts;
  const readable =
    operation.method === 'GET' && missingIn(operation, values).length === 0 && login !== undefined;
  const filled = readable ? withLimit(operation, values) : values;
  const success = operation.responses.find(({ status }) => status.startsWith('2'));
  const { data: response } = useQuery({
    ...currentResponseQuery(operation, filled),
    enabled: readable && success?.schema !== undefined,
  });
  const current = response ?? (isSameRecord(success?.schema, operation, record) ? record : undefined);
  const text =
    success?.schema && JSON.stringify(current ?? buildExample(success.schema, schemas), undefined, 2);
  const curl = asCurl(operation, filled, exampleBody(parts));
  return (
    <>
      <Sample title="Request" text={curl} />
      {text !== undefined && success && (
        <Sample
          title={`Response ${success.status}`}
          text={text}
          note={current === undefined ? 'Generated from the schema' : 'A current record of this service'}
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
      <CodeBlock label={title}>{text}</CodeBlock>
    </section>
  );
}

function withLimit(operation: Operation, values: Values): Values {
  const takesLimit = operation.parameters.some(({ name }) => name === 'limit');
  return takesLimit ? new Map([...values, ['limit', '2']]) : values;
}

/** Whether an operation returns the kind of record that its collection lists. */
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
