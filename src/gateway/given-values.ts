/**
 * Takes variables as files and secret stores write them: empty ones count as not set, and one line break at the end is cut off.
 * @param onCut gets a sentence for each value that's cut
 * @returns the values, and why some can't be used
 */
export function givenValues(
  environment: Readonly<Record<string, string | undefined>>,
  names: Iterable<string>,
  onCut: (sentence: string) => void,
) {
  const given: Record<string, string> = {};
  const problems = new Map<string, string>();
  for (const name of names) {
    const written = environment[name] ?? '';
    const value = written.replace(/(\r\n|\n|\r)$/, '');
    if (value !== written) onCut(`${name}: the line break at its end was cut off`);
    if (value === '') continue;
    given[name] = value;
    if (/\p{Cc}/u.test(value)) problems.set(name, 'must not contain control characters, such as line breaks');
    else if (/^(["']).*\1$/.test(value) && value.length > 1)
      problems.set(name, 'must not be in quotes, which would be part of the value');
  }
  return { given, problems };
}
