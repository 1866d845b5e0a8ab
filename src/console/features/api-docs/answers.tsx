import classes from './api-docs.module.css';
import { nameOf, type Answer, type Description, type Operation } from './description.ts';
import { Prose } from './prose.tsx';
import { SchemaView } from './schema-view.tsx';
import { typeOf } from './schema-words.ts';

interface AnswersProps {
  operation: Operation;
  schemas: Description['schemas'];
}

/** What an operation answers: its successes with their bodies, and its errors. */
export function Answers({ operation, schemas }: AnswersProps) {
  const errors = operation.answers.filter(({ status }) => isError(status));
  return (
    <>
      {operation.answers
        .filter(({ status }) => !isError(status))
        .map((answer) => (
          <Success key={answer.status} answer={answer} schemas={schemas} />
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
            Each with the body <code>{'{ "detail": ["…"] }'}</code>: every problem in one sentence.
          </p>
        </section>
      )}
    </>
  );
}

function Success({ answer, schemas }: { answer: Answer; schemas: Description['schemas'] }) {
  const name = answer.schema && nameOf(answer.schema);
  return (
    <section>
      <h2>
        Response {answer.status}
        {name !== undefined && <span className={classes.record}> {name}</span>}
      </h2>
      {answer.status !== '200' && <p className={classes.line}>{answer.description}.</p>}
      {answer.schema && <SchemaView schema={answer.schema} schemas={schemas} of="answer" />}
    </section>
  );
}

function isError(status: string): boolean {
  return /^[45]/.test(status);
}
