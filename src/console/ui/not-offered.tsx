/** Says that a service lacks an extension. @param feature what it lacks: "API keys" */
export function notOffered(feature: string): string {
  return `This service doesn't offer ${feature}.`;
}

/** Shown in place of a feature that the service lacks. */
export function NotOffered({ feature }: { feature: string }) {
  return <p className="note">{notOffered(feature)}</p>;
}
