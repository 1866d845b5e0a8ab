import { useState } from 'react';
import { readClaims, type ReadClaims } from './claims.ts';

/** Sample claims to try the expression on. They stay in this page's memory. */
export interface Workbench {
  idTokenText: string;
  userInfoText: string;
  idToken: ReadClaims;
  userInfo: ReadClaims;
  setIdToken(text: string): void;
  setUserInfo(text: string): void;
  /** Whether it is in sight. */
  open: boolean;
  setOpen(open: boolean): void;
}

export function useWorkbench(): Workbench {
  const [idTokenText, setIdToken] = useState('');
  const [userInfoText, setUserInfo] = useState('');
  const [open, setOpen] = useState(false);
  return {
    idTokenText,
    userInfoText,
    idToken: readClaims(idTokenText),
    userInfo: readClaims(userInfoText),
    setIdToken,
    setUserInfo,
    open,
    setOpen,
  };
}
