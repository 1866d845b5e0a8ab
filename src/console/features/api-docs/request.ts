import { asCommand } from '../../api/commands.ts';
import type { Operation } from './description.ts';

/** Parameter values by name. */
export type Values = ReadonlyMap<string, string>;

/** The path of a request with its parameters filled in and encoded; empty ones stay as `{id}`. */
export function pathOf(operation: Operation, values: Values): string {
  const path = operation.path.replace(
    /\{(\w+)\}/g,
    (placeholder, name: string) => encodeURIComponent(values.get(name) ?? '') || placeholder,
  );
  const query = new URLSearchParams(
    operation.parameters
      .filter((parameter) => parameter.in === 'query' && values.get(parameter.name))
      .map(({ name }) => [name, values.get(name) ?? '']),
  ).toString();
  return `${path}${query && `?${query}`}`;
}

/** The address of a request on the gateway. */
export function addressOf(operation: Operation, values: Values): string {
  return `/api${pathOf(operation, values)}`;
}

/** Names of the required parameters that are empty. */
export function missingIn(operation: Operation, values: Values): string[] {
  return operation.parameters
    .filter(({ name, required }) => required && !values.get(name))
    .map(({ name }) => name);
}

/** A request as a shell command, with its parameters as placeholders. @param body as JSON */
export function exampleCommand(operation: Operation, body: unknown, origin = location.origin): string {
  const hasBody = body !== undefined;
  const headers = { Accept: 'application/json', ...(hasBody && { 'Content-Type': 'application/json' }) };
  const sent = { address: addressOf(operation, new Map()), headers, body };
  return asCommand('curl-key', { endpoint: operation.endpoint, sent }, origin);
}
