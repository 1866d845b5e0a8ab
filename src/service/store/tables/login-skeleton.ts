import unhomoglyph from 'unhomoglyph';

/**
 * What a login looks like: logins that are easily mistaken for each other have the same skeleton (Unicode TR39, section 4, after
 * NFKC and case folding). Not for display.
 */
export function loginSkeleton(login: string): string {
  // Upper case first, because it also folds characters such as ß, which have no other upper case than SS.
  const folded = login.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
  const visible = folded.replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu, '');
  return unhomoglyph(visible.normalize('NFD')).normalize('NFD');
}
