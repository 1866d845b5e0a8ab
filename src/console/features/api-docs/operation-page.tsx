import { useQuery } from '@tanstack/react-query';
import classes from './api-docs.module.css';
import { nameOf, type Description, type Operation } from './description.ts';
import { Prose, SchemaView, typeOf, ExtensionBadge, MethodBadge, FieldItem } from './schema-view.tsx';
import { formatNumber } from '../../lib/text.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { Examples } from './examples.tsx';
import { currentRecordQuery } from './queries.ts';
import { collectionOf, idIn } from './request.ts';
import { TryIt } from './try-it.tsx';

interface OperationPageProps {
  operation: Operation;
  description: Description;
  /** The signed-in user's login. */
  login: string | undefined;
  /** Whether the session is still loading. */
  sessionPending: boolean;
}

/** Everything about one operation. */
export function OperationPage({ operation, description, login, sessionPending }: OperationPageProps) {
  const { schemas } = description;
  const collection = collectionOf(operation, description.operations);
  const { data: record, isPending } = useQuery({
    ...currentRecordQuery(collection),
    enabled: login !== undefined && collection !== undefined,
  });
  const waiting = sessionPending || (isPending && login !== undefined && collection !== undefined);
  const id = record && collection ? idIn(record, collection.path) : undefined;
  const [first] = operation.parameters.filter((parameter) => parameter.in === 'path');
  const values = new Map(first && id !== undefined ? [[first.name, id]] : []);
  const parts = { operation, schemas, login, record: record ?? undefined, values };
  return (
    <article className={classes.article}>
      <h1 tabIndex={-1}>{operation.summary || operation.id}</h1>
      <div className={classes.title}>
        <MethodBadge method={operation.method} />
        <Copyable value={operation.path} label="path" />
        {operation.extension && <ExtensionBadge />}
      </div>
      <Summary operation={operation} />
      <div className={classes.columns}>
        <div>
          <Parameters of="path" operation={operation} schemas={schemas} />
          <Parameters of="query" operation={operation} schemas={schemas} />
          {operation.body && (
            <section>
              <h2>Body</h2>
              <SchemaView schema={operation.body} schemas={schemas} of="request" />
            </section>
          )}
          <Responses operation={operation} schemas={schemas} />
        </div>
        {/* The fields start with a current record's values, so they wait for it. */}
        {!waiting && (
          <div key={operation.id}>
            <Examples {...parts} />
            <TryIt {...parts} />
          </div>
        )}
      </div>
    </article>
  );
}

function Summary({ operation }: { operation: Operation }) {
  const { access, since, bodyBytes } = operation;
  return (
    <dl className={classes.summary}>
      <dt>Access</dt>
      <dd>{access}</dd>
      {since !== undefined && (
        <>
          <dt>Since version</dt>
          <dd>{since}</dd>
        </>
      )}
      {bodyBytes !== undefined && (
        <>
          <dt>Maximum body size</dt>
          <dd>{formatNumber(bodyBytes / 1024 / 1024)} MiB</dd>
        </>
      )}
    </dl>
  );
}

interface ParametersProps {
  of: 'path' | 'query';
  operation: Operation;
  schemas: Description['schemas'];
}

function Parameters({ of, operation, schemas }: ParametersProps) {
  const parameters = operation.parameters.filter((parameter) => parameter.in === of);
  if (parameters.length === 0) return null;
  return (
    <section>
      <h2>{of === 'path' ? 'Path parameters' : `Query parameters (${parameters.length})`}</h2>
      <ul className={classes.schema}>
        {parameters.map(({ required, ...parameter }) => (
          <FieldItem
            key={parameter.name}
            schemas={schemas}
            mark={required ? 'required' : undefined}
            {...parameter}
          />
        ))}
      </ul>
    </section>
  );
}

interface ResponsesProps {
  operation: Operation;
  schemas: Description['schemas'];
}

/** An operation's responses: successes with their bodies, and errors. */
function Responses({ operation, schemas }: ResponsesProps) {
  const errors = operation.responses.filter(({ status }) => isError(status));
  return (
    <>
      {operation.responses
        .filter(({ status }) => !isError(status))
        .map((response) => (
          <Success key={response.status} response={response} schemas={schemas} />
        ))}
      {errors.length > 0 && (
        <section>
          <h2>Errors</h2>
          <dl className={classes.errors}>
            {errors.map(({ status, description, schema }) => (
              <div key={status}>
                <dt>{status}</dt>
                <dd>
                  <Prose>{description}</Prose>
                  {schema && (
                    <span className="muted">
                      {' '}
                      {nameOf(schema) === 'Problem' ? '' : typeOf(schema, schemas)}
                    </span>
                  )}
                </dd>
              </div>
            ))}
          </dl>
          <p className={classes.line}>
            Each has the body <code>{'{ "detail": ["…"] }'}</code>, with one sentence per problem.
          </p>
        </section>
      )}
    </>
  );
}

function Success({
  response,
  schemas,
}: {
  response: Operation['responses'][number];
  schemas: Description['schemas'];
}) {
  const name = response.schema && nameOf(response.schema);
  return (
    <section>
      <h2>
        Response {response.status}
        {name !== undefined && <span className={classes.record}> {name}</span>}
      </h2>
      {response.status !== '200' && <p className={classes.line}>{response.description}.</p>}
      {response.schema && <SchemaView schema={response.schema} schemas={schemas} of="response" />}
    </section>
  );
}

function isError(status: string): boolean {
  return /^[45]/.test(status);
}
