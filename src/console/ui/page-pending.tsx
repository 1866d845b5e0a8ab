/** A placeholder for a page that is loading. */
export function PagePending() {
  return (
    <div className="page" role="status" aria-label="Loading">
      <div className="pending-line pending-title" />
      <div className="pending-line" />
      <div className="pending-line" />
      <div className="pending-line" />
    </div>
  );
}
