import { Fragment, type ReactElement } from 'react';
import { balanced } from '../lib/text.ts';

interface NameProps {
  /** A record's name, or any other text from users or other services. */
  children: string;
  /** The element around it. */
  as?: 'code' | 'strong';
}

/** A name in a sentence, isolated so that its text direction doesn't affect the rest. In strings, use `msg`. */
export function Name({ children, as: Element }: NameProps) {
  const name = <bdi translate="no">{balanced(children)}</bdi>;
  return Element ? <Element translate="no">{name}</Element> : name;
}

/** Names or links in a sentence, separated by commas. */
export function Listed({ children }: { children: readonly ReactElement[] }) {
  return children.map((child, index) => (
    <Fragment key={child.key}>
      {index > 0 && ', '}
      {child}
    </Fragment>
  ));
}
