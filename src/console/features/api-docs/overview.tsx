import { limits } from '../../../contract/limits.ts';
import { count, formatNumber } from '../../lib/text.ts';
import { CodeBlock } from '../../ui/code-block/code-block.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import classes from './api-docs.module.css';
import type { Description } from './description.ts';

/** The conventions that apply to every operation. */
export function Overview({ description }: { description: Description }) {
  const { operations } = description;
  const extensions = operations.filter((operation) => operation.extension).length;
  return (
    <article className={classes.article}>
      <h1 tabIndex={-1}>
        {description.title} {description.version}
      </h1>
      <p>
        {count(operations.length, 'operation')}, including {formatNumber(extensions)} marked{' '}
        <span className={classes.extension}>extension</span>, which not every service offers. Choose an
        operation to see its parameters, bodies and responses, and to try it.
      </p>
      <h2>Base address</h2>
      <p>
        <Copyable value={`${location.origin}/api`} label="base address" />
      </p>
      <p>
        The OpenAPI description is at <a href="/-/openapi.json">openapi.json</a>. Paths in responses are
        relative to the base address. They identify records and never change.
      </p>
      <h2>Requests</h2>
      <p>
        Send <code translate="no">Accept: application/json</code> and, with a body,{' '}
        <code translate="no">Content-Type: application/json</code>. Put all properties into an object named{' '}
        <code translate="no">data</code>:
      </p>
      <CodeBlock label="Example body">{'{ "data": { "name": "Acme" } }'}</CodeBlock>
      <h2>Authentication</h2>
      <p>
        Send an API key with every request, <code translate="no">Authorization: token &lt;API_KEY&gt;</code>,
        or the cookie that <code translate="no">POST /authentication</code> sets. Your roles determine what
        you have access to.
      </p>
      <h2>Lists</h2>
      <p>
        A list has the form <code translate="no">{'{ "rows": 1204, "data": [ … ], "start": 0 }'}</code>,
        without <code translate="no">start</code> for providers. To get one page, send{' '}
        <code translate="no">start</code> and <code translate="no">limit</code>, at most{' '}
        {formatNumber(limits.pageMax)} records.
      </p>
      <h2>Background jobs</h2>
      <p>
        Long-running work returns 202 with a background job's status, whose path is in{' '}
        <code translate="no">Location</code>. Poll it until <code translate="no">finished</code> is true.
      </p>
      <h2>Errors</h2>
      <p>
        Errors have a status of 400 or above and one sentence per problem. Problems of a field start with its
        name:
      </p>
      <CodeBlock label="Example error">
        {'{ "detail": ["name: is required", "scope: must contain openid"] }'}
      </CodeBlock>
    </article>
  );
}
