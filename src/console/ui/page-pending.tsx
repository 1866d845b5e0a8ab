import classes from './page.module.css';

/** A placeholder for a page that is loading. */
export function PagePending() {
  return (
    <div className={classes.page} role="status" aria-label="Loading">
      <div className={classes.pendingTitle} />
      <div className={classes.pendingLine} />
      <div className={classes.pendingLine} />
      <div className={classes.pendingLine} />
    </div>
  );
}
