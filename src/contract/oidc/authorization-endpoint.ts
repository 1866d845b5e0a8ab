// Sign-in sets these, or can't work with them: `response_mode` must be the default, and a request object
// (OpenID Connect Core 1.0 section 6) would replace the others.
const reserved: ReadonlySet<string> = new Set([
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'response_mode',
  'request',
  'request_uri',
]);

/** Whether the endpoint's own query can't have this parameter. With `prompt=none`, the provider asks no one to sign in. */
function isReserved([name, value]: readonly [string, string]): boolean {
  return name === 'prompt' ? value.split(' ').includes('none') : reserved.has(name);
}

/** The parameters that an authorization endpoint's query can't have, as text: names, or `prompt=none`. */
export function reservedIn(endpoint: string): string {
  const found = parametersOf(endpoint).filter(({ parameter }) => isReserved(parameter));
  const names = found.map(({ parameter: [name] }) => (name === 'prompt' ? 'prompt=none' : name));
  return [...new Set(names)].join(', ');
}

/** The problem with an authorization endpoint that has parameters it can't have; undefined if there's none. */
export function reservedProblem(endpoint: string): string | undefined {
  const found = reservedIn(endpoint);
  return found === '' ? undefined : `must not contain ${found}: sign-in uses values of its own`;
}

/** The authorization endpoint without the parameters that it can't have. */
export function withoutReserved(endpoint: string): string {
  const found = parametersOf(endpoint);
  const kept = found.filter(({ parameter }) => !isReserved(parameter));
  if (kept.length === found.length) return endpoint;
  const query = kept.map(({ text }) => text).join('&');
  return query === '' ? addressOf(endpoint) : `${addressOf(endpoint)}?${query}`;
}

/** Whether two authorization endpoints are the same, except for parameters that only the configured one has. */
export function isSameBeforeAdditions(configured: string, published: string): boolean {
  if (addressOf(configured) !== addressOf(published)) return false;
  const expected = parametersOf(published);
  const names = new Set(expected.map(({ parameter: [name] }) => name));
  const found = parametersOf(configured).filter(({ parameter: [name] }) => names.has(name));
  return textOf(found) === textOf(expected);
}

/** Parameters as comparable text; only the order of those with the same name matters. */
function textOf(parameters: ReturnType<typeof parametersOf>): string {
  const pairs = parameters.map(({ parameter }) => parameter);
  return JSON.stringify(pairs.toSorted(([one], [other]) => (one < other ? -1 : Number(one > other))));
}

/** The published authorization endpoint with the parameters that an administrator added to the configured one. */
export function withAdditions(published: string, configured: string): string {
  const names = new Set(parametersOf(published).map(({ parameter }) => parameter[0]));
  const added = parametersOf(configured).filter(
    ({ parameter }) => !names.has(parameter[0]) && !isReserved(parameter),
  );
  if (published === '' || added.length === 0) return published;
  const separator = published.includes('?') ? '&' : '?';
  return published + separator + added.map(({ text }) => text).join('&');
}

function addressOf(endpoint: string): string {
  return endpoint.split('?', 1).join('');
}

/** The parameters of an endpoint's query, each with its text, so that what's kept stays as it was typed. */
function parametersOf(endpoint: string): { text: string; parameter: readonly [string, string] }[] {
  const query = endpoint.slice(addressOf(endpoint).length + 1);
  return query.split('&').flatMap((text) => {
    const [parameter] = new URLSearchParams(text);
    return parameter ? [{ text, parameter }] : [];
  });
}
