import classes from './page.module.css';

/** In the place of a page that is being loaded: the shape of a heading and of some lines. */
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
