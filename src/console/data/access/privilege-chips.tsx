import {
  featureLabels,
  features,
  grantText,
  privilegeWords,
  type FeatureGrant,
} from '../../../contract/access/privileges.ts';
import type { FeaturePrivilege } from '../../../contract/access/decision.ts';
import { compareNames } from '../../lib/text.ts';
import { grantOf, quotedGrant } from '../../lib/privilege-text.ts';
import { isDocumented } from '../../api/kind.ts';
import { useCards } from '../../ui/data-table/data-table.tsx';
import { EyeIcon, PencilIcon } from '../../ui/icons.tsx';
import classes from './privilege-chips.module.css';

/** The icons of privileges. A map, because a service may name one `__proto__`, which exists on every object. */
export const privilegeIcons = new Map([
  ['rw', <PencilIcon key="rw" width={12} height={12} />],
  ['ro', <EyeIcon key="ro" width={12} height={12} />],
]);

/** What else a privilege needs (docs/decisions.md, "Privileges"); undefined for most, and for services without that rule. */
export function privilegeNote({ name, privilege }: FeatureGrant): string | undefined {
  if (name !== 'palisade' || privilege !== 'rw' || isDocumented()) return undefined;
  return 'Deciding who signs in through a provider also takes every privilege that any user has.';
}

/** What a grant is called where all features have the same privilege. */
const allFeatures = 'All features';

interface PrivilegeChipsProps {
  /** Undefined while they aren't known. */
  grants: readonly FeatureGrant[] | undefined;
  /** How many to show; three by default, and one on phones, where lists have no space for more. */
  most?: number;
}

/** Granted features, those that can be changed before those that can be viewed; all of them on paper. */
export function PrivilegeChips({ grants, ...props }: PrivilegeChipsProps) {
  const cards = useCards();
  const most = props.most ?? (cards ? 1 : 3);
  if (!grants?.length) return <span className="muted">{grants ? 'nothing' : '…'}</span>;
  const sorted = summarized(grants).toSorted(
    (one, other) =>
      Number(other.privilege === 'rw') - Number(one.privilege === 'rw') ||
      compareNames(grantText(one), grantText(other)),
  );
  const chips = sorted.map((grant) => <PrivilegeChip key={grantText(grant)} {...grant} />);
  const rest = sorted.slice(most);
  return (
    <span className={classes.chips}>
      {chips.slice(0, most)}
      {rest.length > 0 && (
        <>
          <span className="muted no-print" title={rest.map(grantText).join(', ')}>
            +{rest.length}
            <span className="visually-hidden"> more</span>
          </span>
          <span className="print-only">{chips.slice(most)}</span>
        </>
      )}
    </span>
  );
}

interface PrivilegeChipProps {
  /** The feature; absent where it stands beside the chip. */
  name?: string;
  privilege: string;
  /** Whether the API's name of the feature follows. */
  coded?: boolean;
}

/** What a grant allows: an icon and "Groups · change", with the API's names on hover. */
export function PrivilegeChip({ name, privilege, coded = false }: PrivilegeChipProps) {
  const note = name === undefined ? undefined : privilegeNote({ name, privilege });
  const title = [[name, privilege].filter(Boolean).join(' · '), note].filter(Boolean).join('. ');
  return (
    <span className={classes.chip} data-privilege={privilege} title={title}>
      {privilegeIcons.get(privilege)}
      {name !== undefined && <FeatureLabel name={name} />}
      <span className={classes.word} translate={privilegeIcons.has(privilege) ? undefined : 'no'}>
        {name !== undefined && ' · '}
        {privilegeWords.get(privilege) ?? privilege}
      </span>
      {coded && name !== undefined && featureLabels.has(name) && (
        <>
          {' '}
          <FeatureCode name={name} />
        </>
      )}
    </span>
  );
}

/** The chip of what something needs, in a sentence. */
export function Needed({ feature, privilege }: FeaturePrivilege) {
  return <PrivilegeChip coded name={feature} privilege={privilege} />;
}

/** Privileges on a feature; a dash for none. */
export function Privileges({ of: held }: { of: readonly string[] }) {
  if (held.length > 0)
    return held.map((privilege) => <PrivilegeChip key={privilege} privilege={privilege} />);
  return (
    <span className="muted">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">none</span>
    </span>
  );
}

/** A feature's label, then the API's name of it. */
export function FeatureName({ name }: { name: string }) {
  return (
    <>
      <FeatureLabel name={name} /> {featureLabels.has(name) && <FeatureCode name={name} />}
    </>
  );
}

function FeatureLabel({ name }: { name: string }) {
  const label = featureLabels.get(name);
  return (
    <span translate={label === undefined && name !== allFeatures ? 'no' : undefined}>{label ?? name}</span>
  );
}

function FeatureCode({ name }: { name: string }) {
  return (
    <code className="muted" translate="no">
      {name}
    </code>
  );
}

/** A sentence whose grants are drawn as chips. */
export function GrantSentence({ children }: { children: string }) {
  return children
    .split(quotedGrant)
    .map((part, index) =>
      index % 2 === 0 ? part : <PrivilegeChip key={`${index} ${part}`} coded {...grantOf(part)} />,
    );
}

/** One entry if every feature is granted alike. */
function summarized(grants: readonly FeatureGrant[]): readonly FeatureGrant[] {
  const privilege = grants[0]?.privilege ?? '';
  const isEvery = features.every((feature) =>
    grants.some((grant) => grant.name === feature && grant.privilege === privilege),
  );
  return isEvery && grants.length === features.length ? [{ name: allFeatures, privilege }] : grants;
}
