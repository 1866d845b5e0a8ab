import { useMemo, useState } from 'react';
import { readClaims, type ReadClaims } from './claims.ts';

/** Sample claims to evaluate the expression on. They stay in this page's memory. */
export interface Playground {
  idTokenText: string;
  userInfoText: string;
  idToken: ReadClaims;
  userInfo: ReadClaims;
  setIdToken(text: string): void;
  setUserInfo(text: string): void;
  /** Whether it's expanded. */
  open: boolean;
  setOpen(open: boolean): void;
}

/** Holds the pasted claims. */
export function usePlayground(): Playground {
  const [idTokenText, setIdToken] = useState('');
  const [userInfoText, setUserInfo] = useState('');
  const [open, setOpen] = useState(false);
  const idToken = useMemo(() => readClaims(idTokenText), [idTokenText]);
  const userInfo = useMemo(() => readClaims(userInfoText), [userInfoText]);
  return { idTokenText, userInfoText, idToken, userInfo, setIdToken, setUserInfo, open, setOpen };
}
