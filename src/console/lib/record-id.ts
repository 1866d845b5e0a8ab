import { notFound } from '@tanstack/react-router';

/** Checks the ID of a record in the URL. @throws the router's not-found error if it can't be one */
export function recordId(text: string): string {
  if (!/^(?:0|[1-9]\d{0,14})$/.test(text)) throw notFound();
  return text;
}
