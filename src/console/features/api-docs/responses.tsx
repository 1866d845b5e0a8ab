import classes from './api-docs.module.css';
import { nameOf, type Description, type Operation } from './description.ts';
import { Prose } from './prose.tsx';
import { SchemaView } from './schema-view.tsx';
import { typeOf } from './schema-text.ts';

interface ResponsesProps {
  operation: Operation;
  schemas: Description['schemas'];
}

/** An operation's responses: successes with their bodies, and errors. */
export function Responses({ operation, schemas }: ResponsesProps) {
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
