import type { RawResponse } from '../../api/raw-call.ts';
import { formatNumber } from '../../lib/text.ts';
import { CopyButton } from '../../ui/copyable.tsx';
import classes from './api-docs.module.css';
import type { Operation } from './description.ts';

/** More than anybody reads; a browser gets slow with much more. */
const charactersMost = 100_000;

/** An answer with status, time, size, headers and body. */
export function AnswerView({ answer, operation }: { answer: RawResponse; operation: Operation }) {
  const text = pretty(answer.text);
  const declared = operation.answers.some(({ status }) => status === String(answer.status));
  return (
    <section aria-label="Response" role="status" className={classes.answer}>
      <div className={classes.sampleTitle}>
        <strong className={classes.status} data-failed={answer.status >= 400 ? true : undefined}>
          {answer.status} {answer.statusText}
        </strong>
        <span className="muted">
          {formatNumber(Math.round(answer.milliseconds))} ms · {formatNumber(answer.bytes)} bytes
        </span>
        {text !== '' && <CopyButton value={text} label="response" />}
      </div>
      {!declared && (
        <p className={classes.line}>The description does not declare status {answer.status} here.</p>
      )}
      <details className={classes.nested}>
        <summary>{answer.headers.length} headers</summary>
        <pre className={classes.code} tabIndex={0} aria-label="Response headers">
          {answer.headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
        </pre>
      </details>
      {text === '' ? (
        <p className={classes.line}>No body.</p>
      ) : (
        <pre className={classes.code} tabIndex={0} aria-label="Response body">
          {text.slice(0, charactersMost)}
        </pre>
      )}
      {text.length > charactersMost && (
        <p className={classes.line}>
          The first {formatNumber(charactersMost)} of {formatNumber(text.length)} characters; copy the
          response to get all of it.
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
