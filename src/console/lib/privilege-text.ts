import type { FeaturePrivilege } from '../../contract/access/decision.ts';
import {
  featureLabels,
  features,
  grantText,
  privilegeWords,
  type FeatureGrant,
} from '../../contract/access/privileges.ts';

export { grantText } from '../../contract/access/privileges.ts';

/** What a feature is called on its own: "Groups". */
export const featureLabel = (name: string) => featureLabels.get(name) ?? name;

/** The features to choose from. */
export const featureOptions = features.map((value) => ({ value, label: featureLabel(value) }));

/** A grant in a sentence: “Groups · change”. */
export const quotedGrant = /“([^“”]+ · [^“”]+)”/;

/** Whether a record's value is a grant. */
export function isGrant(value: unknown): value is FeatureGrant {
  const { name, privilege } = Object(value) as Partial<Record<keyof FeatureGrant, unknown>>;
  return typeof name === 'string' && typeof privilege === 'string';
}

/** The grant that `grantText` words like this. */
export function grantOf(text: string): FeatureGrant {
  const [label = '', word = ''] = text.split(' · ');
  return { name: keyOf(featureLabels, label), privilege: keyOf(privilegeWords, word) };
}

function keyOf(words: ReadonlyMap<string, string>, word: string): string {
  return [...words].find(([, known]) => known === word)?.[0] ?? word;
}

/** What a feature is called within a sentence: "groups". */
export function featureText(name: string): string {
  const label = featureLabels.get(name);
  if (label === undefined) return name;
  // "OIDC providers" keeps its capitals.
  return /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}

/** What a privilege allows: "change groups"; `use device2 · admin` if the console doesn't know. */
export function actionText({ feature, privilege }: FeaturePrivilege): string {
  const word = privilegeWords.get(privilege);
  return word !== undefined && featureLabels.has(feature)
    ? `${word} ${featureText(feature)}`
    : `use ${grantText({ name: feature, privilege })}`;
}
