/**
 * A service is complete if it's Palisade's own: it has every extension and returns whole records. Any other one is documented:
 * it offers what docs/api.md states, without extensions (docs/decisions.md, "What a service offers").
 */
export type ServiceKind = 'complete' | 'documented';

/** The kind of a service. @param header of its response to the sign-in or to `GET /authentication` (`serviceHeader`) */
export function kindIn(header: string | null | undefined): ServiceKind {
  return (header ?? 'documented') === 'documented' ? 'documented' : 'complete';
}

/** Holds the kind of a service; undefined until the first response to a request for its session shows it. */
export interface KnownKind {
  get(): ServiceKind | undefined;
  set(kind: ServiceKind): void;
  /** Whether the service is probably complete, so that requests needn't wait until it's known. */
  isExpected?(): boolean;
}
