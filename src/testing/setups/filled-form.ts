/** The fields that a page of the demo provider would send: its text areas unchanged, plus the given choices. */
export function filledForm(html: string, choices: Record<string, string>): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [, name = '', text = ''] of html.matchAll(/<textarea[^>]*? name="([^"]+)"[^>]*>\n?([^<]*)</g))
    fields.set(name, text.replaceAll('&quot;', '"').replaceAll('&#39;', "'"));
  for (const [name, value] of Object.entries({ misbehaviour: 'none', slow_seconds: '8', ...choices }))
    fields.set(name, value);
  return fields;
}
