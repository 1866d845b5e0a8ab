import classes from './api-docs.module.css';

/** An operation's method. */
export function MethodBadge({ method }: { method: string }) {
  return (
    <span className={classes.method} data-method={method}>
      {method}
    </span>
  );
}

/** Marks what a service may lack. */
export function ExtensionBadge() {
  return (
    <span className={classes.extension} title="Not every service offers this">
      extension
    </span>
  );
}
