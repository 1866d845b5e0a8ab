import { Group, Box } from '@mantine/core';
import classes from './api-docs.module.css';
import { nameOf, type Operation } from './description.ts';
import { SchemaView, typeOf, ExtensionBadge, MethodBadge, FieldItem } from './schema-view.tsx';
import { formatNumber } from '../../lib/text.ts';
import { CodedText } from '../../ui/marked-text.tsx';
import { HelpLink } from '../../ui/page.tsx';
import { Copyable, CopyButton } from '../../ui/copyable.tsx';
import { CodeBlock } from '../../ui/code-block/code-block.tsx';
import { buildExample } from './example.ts';
import { exampleCommand } from './request.ts';
import { TryIt } from './try-it.tsx';

/** Everything about one operation. */
export function OperationPage({ operation }: { operation: Operation }) {
  const { endpoint, path, body, responses } = operation;
  const example = body && buildExample(body);
  const success = responses.find(({ status }) => status.startsWith('2'));
  return (
    <article className={classes.article}>
      <Group>
        <h1 tabIndex={-1}>{endpoint.summary}</h1>
        <HelpLink chapter="decisions" />
      </Group>
      <Group>
        <MethodBadge method={endpoint.method} />
        <Copyable value={path} label="path" />
        {endpoint.extension && <ExtensionBadge />}
      </Group>
      <Summary operation={operation} />
      <div className={classes.columns}>
        <div>
          <Parameters of="path" operation={operation} />
          <Parameters of="query" operation={operation} />
          {body && (
            <section>
              <h2>Body</h2>
              <SchemaView schema={body} of="request" />
            </section>
          )}
          <Responses operation={operation} />
        </div>
        <div>
          <Sample title="Request" text={exampleCommand(operation, example)} />
          {success?.schema && (
            <Sample title={`Response ${success.status}`} text={indented(buildExample(success.schema))} />
          )}
          <TryIt operation={operation} example={example === undefined ? '' : indented(example)} />
        </div>
      </div>
    </article>
  );
}

const indented = (value: unknown) => JSON.stringify(value, undefined, 2);

function Sample({ title, text }: { title: string; text: string }) {
  return (
    <section aria-label={`Example: ${title}`}>
      <div className={classes.sampleTitle}>
        <h2>{title}</h2>
        <CopyButton value={text} label={title.toLowerCase()} />
      </div>
      <CodeBlock label={title}>{text}</CodeBlock>
    </section>
  );
}

function Summary({ operation }: { operation: Operation }) {
  const { access, endpoint, bodyBytes } = operation;
  const { since } = endpoint;
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
}

function Parameters({ of, operation }: ParametersProps) {
  const parameters = operation.parameters.filter((parameter) => parameter.in === of);
  if (parameters.length === 0) return null;
  return (
    <section>
      <h2>{of === 'path' ? 'Path parameters' : `Query parameters (${parameters.length})`}</h2>
      <ul className={classes.schema}>
        {parameters.map(({ name, schema, description, required, 'x-extension': extension }) => (
          <FieldItem
            key={name}
            name={name}
            schema={schema}
            mark={required ? 'required' : undefined}
            extension={extension}
            description={description}
          />
        ))}
      </ul>
    </section>
  );
}

/** An operation's responses: successes with their bodies, and errors. */
function Responses({ operation }: { operation: Operation }) {
  const errors = operation.responses.filter(({ status }) => isError(status));
  return (
    <>
      {operation.responses
        .filter(({ status }) => !isError(status))
        .map((response) => (
          <Success key={response.status} response={response} />
        ))}
      {errors.length > 0 && (
        <section>
          <h2>Errors</h2>
          <dl className={classes.errors}>
            {errors.map(({ status, description, schema }) => (
              <div key={status}>
                <dt>{status}</dt>
                <dd>
                  <CodedText>{description}</CodedText>
                  {schema && (
                    <span className="muted"> {nameOf(schema) === 'Problem' ? '' : typeOf(schema)}</span>
                  )}
                </dd>
              </div>
            ))}
          </dl>
          <p className={classes.line}>
            Each has the body <code translate="no">{'{ "detail": ["…"] }'}</code>, with one sentence per
            problem.
          </p>
        </section>
      )}
    </>
  );
}

function Success({ response }: { response: Operation['responses'][number] }) {
  const name = response.schema && nameOf(response.schema);
  return (
    <section>
      <h2>
        Response {response.status}
        {name !== undefined && (
          <Box component="span" fw={400} c="dimmed">
            {' '}
            {name}
          </Box>
        )}
      </h2>
      {response.status !== '200' && <p className={classes.line}>{response.description}.</p>}
      {response.schema && <SchemaView schema={response.schema} of="response" />}
    </section>
  );
}

function isError(status: string): boolean {
  return /^[45]/.test(status);
}
