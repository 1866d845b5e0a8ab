import type { ReactNode } from 'react';

/** A page with its level 1 heading. */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="page">
      <h1 className="title" tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
}
