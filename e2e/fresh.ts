/** A name that no other test uses. */
export function fresh(name: string): string {
  return `${name}-${Math.random().toString(36).slice(2, 8)}`;
}
