import { limits } from '../../../contract/limits.ts';
import { count, formatNumber } from '../../lib/text.ts';
import { Copyable } from '../../ui/copyable.tsx';
import classes from './api-docs.module.css';
import type { Description } from './description.ts';

/** What holds for every operation. */
export function Overview({ description }: { description: Description }) {
  const { operations } = description;
  const extensions = operations.filter((operation) => operation.extension).length;
  return (
    <article className={classes.article}>
      <h1 tabIndex={-1}>
        {description.title} {description.version}
      </h1>
      <p>
        {count(operations.length, 'operation')}, {formatNumber(extensions)} of them marked{' '}
        <span className={classes.extension}>extension</span>: not every service offers those. Choose an
        operation to see its parameters, bodies and responses, and to try it.
      </p>
      <h2>Address</h2>
      <p>
        <Copyable value={`${location.origin}/api`} label="base address" />
      </p>
      <p>
        The description itself is OpenAPI: <a href="/-/openapi.json">openapi.json</a>. Paths inside answers
        are relative to the base address and never change: they identify a record.
      </p>
      <h2>Requests</h2>
      <p>
        Send <code>Accept: application/json</code>, and with a body{' '}
        <code>Content-Type: application/json</code>. All properties are inside one object named{' '}
        <code>data</code>:
      </p>
      <pre className={classes.code} tabIndex={0} aria-label="Shape of a body">
        {'{ "data": { "name": "Acme" } }'}
      </pre>
      <h2>Authentication</h2>
      <p>
        Either an API key in every request, <code>Authorization: token &lt;API_KEY&gt;</code>; or the cookie
        that <code>POST /authentication</code> sets. What one may do follows from the features that one’s
        roles grant.
      </p>
      <h2>Lists</h2>
      <p>
        A list is <code>{'{ "rows": 1204, "data": [ … ], "start": 0 }'}</code>; lists of providers have no{' '}
        <code>start</code>. <code>start</code> and <code>limit</code> ask for a part of it, at most{' '}
        {formatNumber(limits.pageMax)} records at once.
      </p>
      <h2>Background jobs</h2>
      <p>
        A request that takes long is answered with 202, the status of a background job as body, and its path
        in <code>Location</code>. Ask for it until <code>finished</code> is true.
      </p>
      <h2>Errors</h2>
      <p>
        Whatever fails is answered with a status from 400 on and every problem in one sentence each; those
        about a field begin with its name:
      </p>
      <pre className={classes.code} tabIndex={0} aria-label="Shape of an error">
        {'{ "detail": ["name: is required", "scope: must contain openid"] }'}
      </pre>
    </article>
  );
}
