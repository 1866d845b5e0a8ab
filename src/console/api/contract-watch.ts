import type { Endpoint } from '../../contract/endpoint.ts';

/** One answer that deviates from the contract. */
interface ContractProblem {
  method: string;
  path: string;
  status: number;
  what: string;
}

const seen = new Set<string>();

/** Says once, in the browser's log, that a service's answer deviates from the contract. */
export function reportContractProblem(endpoint: Endpoint, status: number, what: string): void {
  const problem: ContractProblem = { method: endpoint.method, path: endpoint.path, status, what };
  const key = JSON.stringify(problem);
  if (seen.has(key)) return;
  seen.add(key);
  console.warn(`Contract: ${problem.method} ${problem.path} answered ${status}, but ${what}`);
}
