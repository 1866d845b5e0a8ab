import { useId, type ReactNode } from 'react';
import { AlertIcon } from './icons.tsx';

interface AlertProps {
  tone: 'error' | 'info';
  title?: string | undefined;
  children?: ReactNode;
}

/** A message that screen readers announce when it appears. */
export function Alert({ tone, title, children }: AlertProps) {
  const id = useId();
  const hasTitle = title !== undefined;
  return (
    <div className={`alert alert-${tone}`} role="alert" aria-labelledby={hasTitle ? id : undefined}>
      {tone === 'error' && <AlertIcon />}
      <div className="alert-body">
        {hasTitle && (
          <div id={id} className="alert-title">
            {title}
          </div>
        )}
        {children}
      </div>
    </div>
  );
}
