/**
 * A service is complete if it's Palisade's own: it has every extension and returns whole records. Any other one is documented:
 * it offers what docs/api.md states, without extensions (docs/decisions.md, "What a service offers").
 */
export type ServiceKind = 'complete' | 'documented';

/** Holds the kind of a service; undefined until the first response to a request for its session shows it. */
export interface KnownKind {
  get(): ServiceKind | undefined;
  set(kind: ServiceKind): void;
}
