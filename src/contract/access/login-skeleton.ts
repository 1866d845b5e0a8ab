import unhomoglyph from 'unhomoglyph';
import { searchText } from '../search.ts';

/**
 * What a login looks like: logins that are easily mistaken for each other have the same skeleton (Unicode TR39, section 4, after
 * NFKC and case folding). Not for display.
 */
export function loginSkeleton(login: string): string {
  const visible = searchText(login).replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu, '');
  return unhomoglyph(visible.normalize('NFD')).normalize('NFD');
}
