import { useMemo, useState } from 'react';
import { readClaims } from './claims.ts';

export type Playground = ReturnType<typeof usePlayground>;

/** Sample claims to evaluate the expression on, and whether they're shown. They stay in this page's memory. */
export function usePlayground() {
  const [idTokenText, setIdToken] = useState('');
  const [userInfoText, setUserInfo] = useState('');
  const [open, setOpen] = useState(false);
  const idToken = useMemo(() => readClaims(idTokenText), [idTokenText]);
  const userInfo = useMemo(() => readClaims(userInfoText), [userInfoText]);
  return { idTokenText, userInfoText, idToken, userInfo, setIdToken, setUserInfo, open, setOpen };
}
