import type { ReactNode } from 'react';
import { Section } from '../../../ui/section.tsx';
import classes from './editor.module.css';

/** A part of the form under its heading. */
export function FormSection({ id, ...props }: { id: string; title: string; children: ReactNode }) {
  return <Section id={`section-${id}`} mb={0} className={classes.section} {...props} />;
}
