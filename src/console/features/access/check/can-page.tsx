import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { PrivilegeOnGroup } from '../../../data/access/fixes.ts';
import { useGroupDirectory } from '../../../data/groups/group-directory.tsx';
import { topGroup } from '../../../data/access/model.ts';
import { explain } from '../../../data/access/privileges.ts';
import { usePrincipal, type Principal } from '../../../data/access/principal.ts';
import { useSession } from '../../../data/session/use-session.ts';
import { errorProps } from '../../../data/access/error-props.tsx';
import { msg } from '../../../lib/text.ts';
import { ErrorView } from '../../../ui/error-view.tsx';
import { LineSkeletons } from '../../../ui/line-skeletons.tsx';
import { Page, RecordColumns } from '../../../ui/page.tsx';
import { GroupPicker } from '../group-picker.tsx';
import { SidePicker } from '../side-picker.tsx';
import { actionIn } from '../record-links.tsx';
import { ActionPicker } from './action.tsx';
import { CheckAside } from './check-aside.tsx';
import classes from './check.module.css';
import { ChangeForm, Fixes, type Change } from './fixes.tsx';
import { keyOf, useAsked } from './questions.ts';
import { Verdict, verdictOf } from './verdict.tsx';

/** Who wants to do what, as in the URL. */
interface CanSearch {
  who?: string | undefined;
  feature?: string | undefined;
  privilege?: string | undefined;
  group?: string | undefined;
}

/** The question in the URL. What's missing has a default. @param ownGroup the user's */
function questionIn(search: CanSearch, ownGroup: string) {
  const { who = 'me', feature = 'group', privilege = 'rw' } = search;
  // OIDC configurations are governed by privileges on the Default group.
  const group = search.group || (feature === 'palisade' ? topGroup : ownGroup);
  return { who, feature, privilege, group };
}

/** Checks whether a user, a role or an API key can do something, why, and what would allow it. */
export function CanPage() {
  const navigate = useNavigate({ from: '/access/can' });
  const { user } = useSession();
  const groups = useGroupDirectory();
  const ownGroup = user.group.group_resource || topGroup;
  const { who, feature, privilege, group } = questionIn(useSearch({ from: '/_app/access/can' }), ownGroup);
  const required = { feature, privilege };
  const principal = usePrincipal(who);
  const chain = groups.chainOf(group);
  const loading = principal.loading || (!chain.complete && groups.isLoading(group));
  const unknownGroup = groups.problemOf(group);
  const failure =
    principal.problem === undefined
      ? unknownGroup && { title: "Couldn't check access", ...errorProps(unknownGroup, undefined) }
      : {
          title: msg`Couldn't load the access of ${principal.name}`,
          ...errorProps(principal.problem, principal.retry),
        };
  // Here, because the offer may go away while it's being made.
  const [change, setChange] = useState<Change>();
  const ask = (asked: CanSearch) =>
    void navigate({ search: (latest) => ({ ...questionIn(latest, ownGroup), ...asked }), replace: true });
  return (
    <Page title="Check access" help="console#check-and-compare-access">
      <div className={classes.question}>
        <span aria-hidden="true">Can</span>
        <SidePicker
          aria-label="Who"
          w={220}
          value={who}
          name={principal.name}
          me="I"
          keys={principal.keys.map(({ name = '', api_key_resource: value = '' }) => ({ value, label: name }))}
          onChange={(next) => ask({ who: next })}
        />
        <ActionPicker value={required} roles={principal.roles} onChange={ask} />
        <span aria-hidden="true">in</span>
        <GroupPicker aria-label="Group" w={280} value={group} onChange={(path) => ask({ group: path })} />
        <span aria-hidden="true">?</span>
      </div>
      {loading && <LineSkeletons label="Checking access" />}
      {!loading && failure && <ErrorView {...failure} />}
      {!loading && !failure && (
        <Answer
          key={keyOf({ who, group, ...required })}
          who={who}
          principal={principal}
          required={required}
          group={group}
          onChange={setChange}
        />
      )}
      {change && <ChangeForm {...change} onClose={() => setChange(undefined)} />}
    </Page>
  );
}

interface AnswerProps extends PrivilegeOnGroup {
  who: string;
  principal: Principal;
  onChange(change: Change): void;
}

/** The verdict, what would change it, and what else is of interest. */
function Answer({ who, principal, required, group, onChange }: AnswerProps) {
  const groups = useGroupDirectory();
  const explanation = explain(principal.roles, required, groups.chainOf(group), principal.ownGroup);
  const granted = verdictOf(principal, explanation);
  const name = principal.kind === 'me' ? 'I' : principal.name;
  const text = msg`Can ${name} ${actionIn({ required, group }, groups)}?`;
  const before = useAsked({ who, group, ...required, granted, text });
  const asked = { principal, required, group };
  return (
    <RecordColumns detailsLast details={<CheckAside {...asked} />}>
      <Verdict {...asked} explanation={explanation} wasNo={before === 'no'} />
      <Fixes {...asked} granted={explanation.granted} onChange={onChange} />
    </RecordColumns>
  );
}
