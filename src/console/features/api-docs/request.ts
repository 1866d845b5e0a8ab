import { asCommand } from '../../api/commands.ts';
import type { Called } from '../../../client/request.ts';
import { endpoints } from '../../../contract/endpoints.ts';
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

/** The contract's endpoint of an operation, so that its calls are compared with the contract; else the operation itself. */
export function calledBy({ method, path, summary }: Operation): Called {
  const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1');
  const same = Object.values(endpoints).find((one) => one.method === method && one.path === pattern);
  return same ?? { method, path, summary };
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
  return asCommand('curl-key', { endpoint: calledBy(operation), sent }, origin);
}
