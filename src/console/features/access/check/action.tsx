import { Text } from '@mantine/core';
import { useState } from 'react';
import { featureMeanings, privileges } from '../../../../contract/access/privileges.ts';
import type { FeaturePrivilege } from '../../../../contract/access/decision.ts';
import type { AccessRole } from '../../../data/access/model.ts';
import { privilegeMarks } from '../../../data/access/privilege-chips.tsx';
import { effectiveFeatures } from '../../../data/access/privileges.ts';
import { matches } from '../../../lib/matches.ts';
import { SearchSelect } from '../../../ui/search-select.tsx';

/** What a privilege allows: "change groups"; `device · rw` if the console doesn't know. */
export function actionText({ feature, privilege }: FeaturePrivilege): string {
  const what = featureMeanings.get(feature);
  const verb = privilegeMarks.get(privilege)?.word;
  if (what === undefined || verb === undefined) return `use ${feature} · ${privilege}`;
  // "OIDC providers" keeps its capitals.
  return `${verb} ${/^[A-Z]{2}/.test(what) ? what : what.charAt(0).toLowerCase() + what.slice(1)}`;
}

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
          <div>
            <div>{option.label}</div>
            {action && featureMeanings.has(action.feature) && (
              <Text size="xs" c="dimmed">
                {codeOf(action)}
              </Text>
            )}
          </div>
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

/** Every privilege on the features that have a page in the console, then on the others. */
function actionsFor(roles: readonly AccessRole[], value: FeaturePrivilege): FeaturePrivilege[] {
  const held = effectiveFeatures(roles).map(({ feature, privileges: found }) => ({ feature, found }));
  const ours = [...featureMeanings.keys()].flatMap(
    (name) => held.find(({ feature }) => feature === name) ?? [],
  );
  const all = [...new Set([...ours, ...held])].flatMap(({ feature, found }) =>
    [...new Set([...privileges, ...found])].map((privilege) => ({ feature, privilege })),
  );
  // The same object for the value, so that it's always offered.
  const rest = all.filter((action) => codeOf(action) !== codeOf(value));
  const index = all.findIndex((action) => codeOf(action) === codeOf(value));
  return index === -1 ? [...all, value] : [...rest.slice(0, index), value, ...rest.slice(index)];
}
