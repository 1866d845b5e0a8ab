import type { ReactNode } from 'react';
import type { ProviderKind } from '../lib/provider-kind.ts';

/** Simplified marks on a 16 px grid. They're decorative: the provider's name is always beside them. */
const marks: Record<ProviderKind, ReactNode> = {
  entra: (
    <>
      <path fill="#f25022" d="M1 1h6.5v6.5H1z" />
      <path fill="#7fba00" d="M8.5 1H15v6.5H8.5z" />
      <path fill="#00a4ef" d="M1 8.5h6.5V15H1z" />
      <path fill="#ffb900" d="M8.5 8.5H15V15H8.5z" />
    </>
  ),
  google: (
    <g fill="none" strokeWidth="2.6">
      <path stroke="#ea4335" d="M3.3 5.2A5.5 5.5 0 0 1 12 4.2" />
      <path stroke="#fbbc05" d="M3.3 5.2a5.5 5.5 0 0 0 0 5.6" />
      <path stroke="#34a853" d="M3.3 10.8a5.5 5.5 0 0 0 8.4 1.2" />
      <path stroke="#4285f4" d="M8 8h5.5a5.5 5.5 0 0 1-1.8 4" />
    </g>
  ),
  okta: <circle cx="8" cy="8" r="5" fill="none" stroke="#007dc1" strokeWidth="4" />,
  auth0: (
    <path
      fill="#eb5424"
      d="M2 1h12v6c0 4-2.5 6.5-6 8.5C4.5 13.5 2 11 2 7zm6 2.5-1 3H4l2.4 1.8-.9 3L8 9.500l2.5 1.8-.9-3L12 6.500H9z"
    />
  ),
  keycloak: (
    <>
      <path fill="#4d4d4d" d="M4.5 1.500h7L15.5 8l-4 6.500h-7L.5 8z" />
      <path fill="none" stroke="#33c6e9" strokeWidth="1.6" d="M7.5 4.5 5.5 8l2 3.5" />
      <path fill="none" stroke="#e1f5fb" strokeWidth="1.6" d="m9 4.5 2 3.5-2 3.5" />
    </>
  ),
  gitlab: (
    <>
      <path fill="#fc6d26" d="M8 15 1 9.5 3.5 1.5 5.5 6.500h5l2-5 2.5 8z" />
      <path fill="#e24329" d="m8 15-2.5-8.500h5z" />
    </>
  ),
  authentik: (
    <>
      <path fill="#fd4b2d" d="M1 4h14v8H1z" />
      <path fill="none" stroke="#fff" strokeWidth="1.6" d="M3.5 8h9m-2 0v2.500M8 8v2" />
    </>
  ),
  other: (
    <path
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinejoin="round"
      d="M9.7 9.300a3.3 3.3 0 1 0-3-3l-4 4v3h2.700v-2h2v-1.700zM11 5h.01"
    />
  ),
};

/** A well-known provider's mark, or a key. */
export function ProviderMark({ kind }: { kind: ProviderKind }) {
  return (
    <svg className="provider-mark" viewBox="0 0 16 16" width={16} height={16} aria-hidden="true">
      {marks[kind]}
    </svg>
  );
}
