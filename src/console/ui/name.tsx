import { balanced } from '../lib/text.ts';

interface NameProps {
  /** The name of a record, or whatever else people or other services have written. */
  children: string;
}

/** A name amid words: it has its own direction and turns nothing around it. In a string, `isolate` does the same. */
export function Name({ children }: NameProps) {
  return <bdi>{balanced(children)}</bdi>;
}
