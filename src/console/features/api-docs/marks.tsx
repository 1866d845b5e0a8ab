import classes from './api-docs.module.css';

/** The method of an operation. */
export function MethodMark({ method }: { method: string }) {
  return (
    <span className={classes.method} data-method={method}>
      {method}
    </span>
  );
}

/** Says that a service may lack something. */
export function ExtensionMark() {
  return (
    <span className={classes.extension} title="Not every service offers this">
      extension
    </span>
  );
}
