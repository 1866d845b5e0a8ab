import { features, type FeatureGrant } from '../../../contract/access/privileges.ts';
import { msg } from '../../lib/text.ts';
import { isDocumented } from '../service/kind.ts';
import { EyeIcon, PencilIcon } from '../../ui/icons.tsx';
import classes from './privilege-chips.module.css';

/** A privilege's word and icon. A map, because a service may name one `__proto__`, which exists on every object. */
export const privilegeMarks = new Map([
  ['rw', { word: 'change', Icon: PencilIcon }],
  ['ro', { word: 'view', Icon: EyeIcon }],
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
  /** How many to show. */
  most?: number;
}

/** Granted features, those that can be changed before those that can be viewed; all of them on paper. */
export function PrivilegeChips({ grants, most = 5 }: PrivilegeChipsProps) {
  if (!grants?.length) return <span className="muted">{grants ? 'nothing' : '…'}</span>;
  const sorted = summarized(grants).toSorted(
    (one, other) =>
      Number(other.privilege === 'rw') - Number(one.privilege === 'rw') ||
      (one.name < other.name ? -1 : Number(one.name > other.name)),
  );
  const rest = sorted.slice(most);
  return (
    <span className={classes.chips}>
      <Chips grants={sorted.slice(0, most)} />
      {rest.length > 0 && (
        <>
          <span
            className="muted no-print"
            title={rest.map(({ name, privilege }) => msg`${name} ${privilege}`).join(', ')}
          >
            +{rest.length}
            <span className="visually-hidden"> more</span>
          </span>
          <span className="print-only">
            <Chips grants={rest} />
          </span>
        </>
      )}
    </span>
  );
}

function Chips({ grants }: { grants: readonly FeatureGrant[] }) {
  return grants.map((grant) => <Chip key={msg`${grant.name} ${grant.privilege}`} {...grant} />);
}

function Chip({ name, privilege }: FeatureGrant) {
  const known = privilegeMarks.get(privilege);
  const title = [msg`${name} · ${privilege}`, privilegeNote({ name, privilege })].filter(Boolean).join('. ');
  return (
    <span className={classes.chip} data-privilege={privilege} title={title}>
      {known && <known.Icon width={12} height={12} />}
      <span translate={name === allFeatures ? undefined : 'no'}>{name}</span>
      <span className={known && name !== allFeatures ? 'visually-hidden' : undefined}>
        {' '}
        {known ? `· ${known.word}` : privilege}
      </span>
    </span>
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
