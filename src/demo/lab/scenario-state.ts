import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { shapeOf } from '../../contract/fields.ts';
import {
  providerFaults,
  type LabEffect,
  type LabRule,
  type LabState,
  type ProviderFault,
} from '../../contract/lab.ts';
import { presets } from './presets.ts';

/** A forgotten scenario deactivates itself after this time. */
const lifetimeMilliseconds = 30 * 60 * 1000;

const table: readonly (Endpoint & { name: string })[] = Object.entries(endpoints).map(([name, endpoint]) => ({
  ...endpoint,
  name,
}));

/** The active scenario, at most one, for every client of this gateway. */
export class ScenarioState {
  #active: LabState['active'] = null;

  /** Activates a predefined scenario. @returns whether it exists */
  activate(id: string): boolean {
    const scenario = presets.find((each) => each.id === id);
    if (scenario) this.#start(scenario.id, scenario.name, scenario.rules);
    return scenario !== undefined;
  }

  /** Activates custom rules, unless one names an unknown endpoint. @returns the unknown endpoints */
  activateRules(rules: readonly LabRule[]): string[] {
    const unknown = rules
      .map((rule) => rule.endpoint)
      .filter((name) => name !== '*' && !table.some((endpoint) => endpoint.name === name));
    if (unknown.length === 0) this.#start('', 'Custom rules', rules);
    return unknown;
  }

  clear(): void {
    this.#active = null;
  }

  state(): LabState {
    return {
      active: this.#current(),
      scenarios: [...presets],
      endpoints: table.map(({ name, method, path, summary }) => ({ name, method, path, summary })),
    };
  }

  version(): string | undefined {
    const rule = this.#current()?.rules.find(({ effect }) => effect.kind === 'version');
    return rule?.effect.kind === 'version' ? rule.effect.version : undefined;
  }

  /** What's wrong with the demo provider by the active scenario. */
  providerFault(): ProviderFault | undefined {
    const kinds = this.#current()?.rules.map(({ effect }) => effect.kind) ?? [];
    return providerFaults.find((fault) => kinds.includes(fault));
  }

  /**
   * Returns the effects on a request and counts it. Of the rules with a limited number of calls only the first applies;
   * unlimited rules all do.
   * @param path the route's pattern, relative to the base address
   */
  take(method: string, path: string): { scenario: string; effects: LabEffect[] } {
    const endpoint = table.find((each) => each.method === method && each.path === path);
    const active = this.#current();
    if (!endpoint || !active) return { scenario: '', effects: [] };
    const taken: LabEffect[] = [];
    let counted = false;
    for (const rule of active.rules) {
      if (rule.endpoint !== '*' && rule.endpoint !== endpoint.name) continue;
      if (rule.left === 0 || !appliesTo(rule.effect, endpoint)) continue;
      if (rule.left !== null) {
        if (counted) continue;
        counted = true;
        rule.left -= 1;
      }
      rule.used += 1;
      taken.push(rule.effect);
    }
    return { scenario: active.name, effects: taken };
  }

  #start(id: string, name: string, rules: readonly LabRule[]): void {
    this.#active = {
      id,
      name,
      rules: rules.map((rule) => ({ ...rule, left: rule.times, used: 0 })),
      expires_at: new Date(Date.now() + lifetimeMilliseconds).toISOString(),
    };
  }

  /** The active scenario, unless it has expired or all its rules are used up. */
  #current(): LabState['active'] {
    const active = this.#active;
    const isOver = active && Date.parse(active.expires_at) <= Date.now();
    if (isOver || active?.rules.every((rule) => rule.left === 0)) this.#active = null;
    return this.#active;
  }
}

/** Whether an effect is possible on an endpoint: signing in never becomes a job, and a single record has no pages. */
function appliesTo(effect: LabEffect, endpoint: Endpoint): boolean {
  if (effect.kind === 'job') return 202 in endpoint.responses;
  if (effect.kind === 'paging') return 'limit' in shapeOf(endpoint.query);
  // Signing in isn't a write, and signing out has no body.
  if (effect.kind === 'response-lost')
    return endpoint.method !== 'GET' && endpoint.path !== '/authentication';
  if (effect.kind === 'edited-elsewhere') return endpoint.method === 'GET';
  return effect.kind !== 'version' && !(providerFaults as readonly string[]).includes(effect.kind);
}
