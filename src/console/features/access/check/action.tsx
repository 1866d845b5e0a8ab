import { useState } from 'react';
import { featureLabels, privileges } from '../../../../contract/access/privileges.ts';
import type { FeaturePrivilege } from '../../../../contract/access/decision.ts';
import type { AccessRole } from '../../../data/access/model.ts';
import { effectiveFeatures, type EffectiveFeature } from '../../../data/access/privileges.ts';
import { actionText } from '../../../lib/privilege-text.ts';
import { matches } from '../../../lib/matches.ts';
import { SearchSelect } from '../../../ui/search-select.tsx';

interface ActionPickerProps {
  value: FeaturePrivilege;
  /** The roles whose features are offered too, in case the API doesn't name them. */
  roles: readonly AccessRole[];
  onChange(value: FeaturePrivilege): void;
}

/** Selects what someone wants to do. */
export function ActionPicker({ value, roles, onChange }: ActionPickerProps) {
  const [query, setQuery] = useState('');
  const actions = actionsFor(roles, value);
  const found = actions.filter((action) => matches(query, actionText(action), codeOf(action)));
  return (
    <SearchSelect
      aria-label="Action"
      w={270}
      data={found.map((action) => ({ value: keyOf(action), label: actionText(action) }))}
      value={keyOf(value)}
      shown={actionText(value)}
      renderOption={({ option }) => {
        const action = actions.find((each) => keyOf(each) === option.value);
        return (
          <span title={action && codeOf(action)}>
            {option.label}{' '}
            {action && featureLabels.has(action.feature) && (
              <code className="muted" translate="no">
                {action.feature}
              </code>
            )}
          </span>
        );
      }}
      onSearch={setQuery}
      onChange={(key) => {
        const chosen = actions.find((action) => keyOf(action) === key);
        if (chosen) onChange(chosen);
      }}
    />
  );
}

const codeOf = ({ feature, privilege }: FeaturePrivilege) => `${feature} · ${privilege}`;

// The field keeps its options in a plain object, where a feature called `__proto__` would get lost.
const keyOf = (action: FeaturePrivilege) => `=${codeOf(action)}`;

/** Every privilege on the known features, then on the others. */
function actionsFor(roles: readonly AccessRole[], value: FeaturePrivilege): FeaturePrivilege[] {
  const labelled = [...featureLabels.keys()];
  const placeOf = ({ feature }: EffectiveFeature) => [...labelled, feature].indexOf(feature);
  const all = effectiveFeatures(roles)
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .flatMap(({ feature, privileges: held }) =>
      [...new Set([...privileges, ...held])].map((privilege) => ({ feature, privilege })),
    );
  return all.some((action) => codeOf(action) === codeOf(value)) ? all : [...all, value];
}
