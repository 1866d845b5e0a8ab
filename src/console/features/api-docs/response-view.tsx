import type { RawResponse } from '../../api/raw-call.ts';
import { formatNumber } from '../../lib/text.ts';
import { CodeBlock } from '../../ui/code-block/code-block.tsx';
import { CopyButton } from '../../ui/copyable.tsx';
import classes from './api-docs.module.css';
import type { Operation } from './description.ts';

/** Longer texts make a page slow, and are rarely read to the end. */
const maxCharacters = 100_000;

/** A response with status, time, size, headers and body. */
export function ResponseView({ response, operation }: { response: RawResponse; operation: Operation }) {
  const text = pretty(response.text);
  const declared = operation.responses.some(({ status }) => status === String(response.status));
  return (
    <section aria-label="Response" role="status" className={classes.response}>
      <div className={classes.sampleTitle}>
        <strong className={classes.status} data-failed={response.status >= 400 ? true : undefined}>
          {response.status} {response.statusText}
        </strong>
        <span className="muted">
          {formatNumber(Math.round(response.milliseconds))} ms · {formatNumber(response.bytes)} bytes
        </span>
        {text !== '' && <CopyButton value={text} label="response" />}
      </div>
      {!declared && (
        <p className={classes.line}>Status {response.status} isn't declared for this operation.</p>
      )}
      <details className={classes.nested}>
        <summary>{response.headers.length} headers</summary>
        <CodeBlock label="Response headers">
          {response.headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
        </CodeBlock>
      </details>
      {text === '' ? (
        <p className={classes.line}>No body.</p>
      ) : (
        <CodeBlock label="Response body">{text.slice(0, maxCharacters)}</CodeBlock>
      )}
      {text.length > maxCharacters && (
        <p className={classes.line}>
          The first {formatNumber(maxCharacters)} of {formatNumber(text.length)} characters; copy the response
          to get all of it.
        </p>
      )}
    </section>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
