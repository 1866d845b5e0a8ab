import classes from '../form/editor.module.css';
import { Button, Group, Stack, Text, Title, Box, Menu } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { useCommands } from '../../../data/commands.ts';
import { type RecordLock, useLocks } from '../../../data/jobs/job-store.ts';
import { LockNotice } from '../../../data/jobs/record-lock.tsx';
import { Name } from '../../../ui/name.tsx';
import { useLinkedSecret, SecretDialog } from '../secret/secret-dialog.tsx';
import { formatNumber, msg } from '../../../lib/text.ts';
import { useWeekOfSignIns } from '../../../data/activity/sign-in-counts.ts';
import { useChangeCount } from '../../../data/activity/use-log.ts';
import { useRecordTabs } from '../../../ui/links/record-tabs.tsx';
import { useTitle } from '../../../ui/use-title.ts';
import { ReturnFocus } from '../../../ui/focus/return-focus.tsx';
import { EditorContext, useEditorParts } from '../form/editor-context.ts';
import type { FormValues } from '../../../data/oidc/fields.ts';
import { changedFields, toForm, emptyForm } from '../../../data/oidc/form-values.ts';
import { oidcOpQuery, oidcOpsQuery } from '../../../data/oidc/providers.ts';
import { MetadataSection } from '../metadata/metadata-section.tsx';
import { SidePanel } from '../side-panel/side-panel.tsx';
import { ScopeSection } from './scope-section.tsx';
import { EndpointsSection, IdentitySection } from './sections.tsx';
import { CreateDialog } from '../sign-in-test/create-dialog.tsx';
import { TestOffer } from '../sign-in-test/last-test.tsx';
import { SignInTestReport } from '../sign-in-test/sign-in-test-report.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirmation.tsx';
import { UnsavedGuard } from '../../../ui/dialog/unsaved-guard.tsx';
import { useEditor, draftNameOf, testCommand, type Editor } from '../form/use-editor.ts';
import { UsernameSection } from '../username/username-section.tsx';
import { useSignInTest, type SignInTestControl } from '../sign-in-test/use-sign-in-test.ts';
import { useChecks } from '../side-panel/checks-panel.tsx';
import { useMetadata } from '../form/use-metadata.ts';
import { WatchStatus } from '../watch/watch-status.tsx';
import { usePlayground } from '../form/use-playground.ts';
import { useRights } from '../../../data/service/rights.ts';
import { useVisit } from '../../../data/places/places.ts';
import { HelpLink } from '../../../ui/page.tsx';
import { BackLink, MenuLink } from '../../../ui/links/links.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { useCopyEntry } from '../list/use-copy-entry.ts';
import { MoreMenu } from '../../../ui/links/more-menu.tsx';
import { SuspendButton, SuspensionItem } from '../list/suspend-button.tsx';
import { SuspendedBadge } from '../../../data/access/suspended-badge.tsx';
import { useWatch } from '../../../data/oidc/watches.ts';
import { DeleteOidcOp } from '../list/delete-oidc-op.tsx';
import { FormNotices, useProblemFocus } from '../../../ui/form-shell.tsx';

/** A saved provider's sign-ins or history. */
type RenderTab = (tab: 'sign-ins' | 'history', op: OidcOp, canEdit: boolean) => ReactNode;

interface OidcEditorProps {
  op: OidcOp | undefined;
  initial: FormValues;
  /** The name of the provider that this is a copy of. */
  copiedFrom?: string;
  readOnly: boolean;
  /** The job that's changing it. */
  lock?: RecordLock | undefined;
  /** What the tabs beside the form show; a new provider has none. */
  renderTab?: RenderTab;
}

/** The page that creates or changes a provider. */
function OidcEditor(props: OidcEditorProps) {
  const { op, initial, copiedFrom, readOnly, lock, renderTab } = props;
  const draftName = draftNameOf(op, copiedFrom);
  const editor = useEditor({ op, initial, readOnly, draft: draftName });
  const metadata = useMetadata(editor.form, op);
  const playground = usePlayground();
  const signInTest = useSignInTest(editor);
  const checks = useChecks(editor, metadata.latest);
  const parts = { editor, metadata, playground, checks };
  const { base } = editor;
  const ref = useProblemFocus(editor.notices.form, editor.notices.gone);
  useTitle(base?.name);
  const week = useWeekOfSignIns(base?.resource);
  const [shownTab, tabs] = useRecordTabs([
    { id: 'configuration', label: 'Configuration' },
    { id: 'sign-ins', label: 'Sign-ins', count: week && formatNumber(week.total) },
    { id: 'history', label: 'History', count: useChangeCount(base?.resource) },
  ]);
  const tab = base && renderTab ? shownTab : 'configuration';
  useLinkedSecret(editor);
  const [create, question] = useCreation(editor, signInTest);
  const takeNewer = useEffectEvent((saved: OidcOp | undefined) => {
    // The user decides whether to try again what may have been saved.
    if (!saved || !base || editor.notices.form.problems.mayRepeat) return;
    // Saving asks about what has changed below a typed secret.
    if (editor.secret.filled) return;
    if (saved.updated_at !== base.updated_at || changedFields(base, toForm(saved)).length > 0)
      editor.take(saved);
  });
  // Saved by a job, on another tab of the page, or by someone else.
  useEffect(() => takeNewer(op), [op]);
  useRequestedTest(editor, signInTest);
  return (
    <EditorContext value={parts}>
      <form
        ref={ref}
        // Its head also sticks above the tabs' parts, which aren't in it.
        style={{ display: 'contents' }}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (base || !editor.isValid()) editor.save();
          else create();
        }}
      >
        <Head week={week} signInTest={signInTest} />
        {base && renderTab && <div className={classes.tabs}>{tabs}</div>}
        {/* Stays, with what was typed, while another tab is open. */}
        <div className={classes.columns} hidden={tab !== 'configuration'}>
          <Stack gap={32}>
            <FormNotices {...editor.notices} onSubmit={editor.testing ? signInTest.start : editor.save} />
            {copiedFrom !== undefined && (
              <div className={classes.note} data-kind="info">
                Copy of <Name>{copiedFrom}</Name>, without its client secret. Not saved yet.
              </div>
            )}
            {editor.restored && editor.dirty && <RestoredDraft op={op} />}
            {base && !readOnly && !editor.dirty && (
              <TestOffer op={base} control={signInTest} isUsed={week !== undefined} />
            )}
            {lock && <LockNotice lock={lock} />}
            {readOnly && !lock && (
              <div className={classes.note} data-kind="info">
                You can view this provider, but not change it.
              </div>
            )}
            <MetadataSection />
            <IdentitySection />
            <EndpointsSection />
            <UsernameSection />
            <ScopeSection />
          </Stack>
          <SidePanel />
        </div>
      </form>
      {base && tab !== undefined && tab !== 'configuration' && (
        <div className={classes.sections}>{renderTab?.(tab, base, !readOnly)}</div>
      )}
      <UnsavedGuard dirty={editor.dirty} leaving={editor.leaving} />
      {editor.movedFrom && <SecretDialog {...editor.movedFrom} />}
      {question}
      {signInTest.open && (
        <ReturnFocus>
          <SignInTestReport test={signInTest} />
        </ReturnFocus>
      )}
    </EditorContext>
  );
}

/** Asks before a provider is created if it may be a mistake. @returns a function that creates it, and the question */
function useCreation({ base, values, save }: Editor, signInTest: SignInTestControl) {
  const [confirming, setConfirming] = useState<'test' | 'duplicate'>();
  const { data: others } = useQuery({ ...oidcOpsQuery, enabled: !base });
  const duplicate = others?.ops.find(
    (other) => other.issuer === values.issuer && other.client_id === values.client_id,
  );
  const createTested = () => {
    setConfirming(signInTest.failure === undefined ? undefined : 'test');
    if (signInTest.failure === undefined) save();
  };
  const create = () => (duplicate ? setConfirming('duplicate') : createTested());
  const onClose = () => setConfirming(undefined);
  const question = (
    <>
      {confirming === 'duplicate' && duplicate && (
        <ConfirmDialog
          title={msg`Create another provider like ${duplicate.name}?`}
          action="Create anyway"
          onConfirm={createTested}
          onClose={onClose}
        >
          <Text>
            <Name>{duplicate.name}</Name> has the same issuer and client ID. The sign-in page would have two
            buttons that do the same.
          </Text>
        </ConfirmDialog>
      )}
      {confirming === 'test' && signInTest.failure !== undefined && (
        <CreateDialog
          failure={signInTest.failure}
          onCreate={save}
          onShowReport={signInTest.show}
          onClose={onClose}
        />
      )}
    </>
  );
  return [create, question] as const;
}

/** Starts a sign-in test that another page or a command asks for. */
function useRequestedTest({ base, readOnly }: Editor, signInTest: SignInTestControl) {
  const canTest = !readOnly && !signInTest.absent;
  const asked = useLocation({ select: ({ state }) => state.test === true });
  const navigate = useNavigate();
  const isTaken = useRef(false);
  useEffect(() => {
    // React runs effects twice in development.
    const isRepeated = isTaken.current;
    isTaken.current = asked;
    if (!asked || isRepeated) return;
    // Once: the browser keeps the state.
    void navigate({ to: '.', search: true, hash: true, replace: true, state: {} });
    if (canTest) signInTest.start();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [asked]);
  useCommands(
    canTest ? [{ id: testCommand(base), label: 'Test sign-in', run: () => signInTest.start() }] : [],
  );
}

/** Announces restored changes, which can be discarded. */
function RestoredDraft({ op }: { op: OidcOp | undefined }) {
  const { editor } = useEditorParts();
  return (
    <Group gap={12} className={classes.note} data-kind="info" role="status">
      <Text>Your unsaved changes were restored{op ? '' : ', except for the client secret'}.</Text>
      <Button onClick={() => editor.discard(op)}>Discard changes</Button>
    </Group>
  );
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The provider's page was opened to test its sign-in. */
    test?: boolean;
  }
}

/** The form of a new provider. */
export function NewOidcOpPage() {
  return <OidcEditor op={undefined} initial={emptyForm} readOnly={false} />;
}

/** The form of a new provider, filled with another one's values. */
export function CopyOidcOpPage({ id }: { id: number }) {
  const { data } = useSuspenseQuery(oidcOpQuery(id));
  const copied = data.name;
  const copy = { ...toForm(data), name: `${copied} (copy)` };
  return <OidcEditor op={undefined} initial={copy} copiedFrom={copied} readOnly={false} />;
}

/** The form of an existing provider. */
export function EditOidcOpPage({ id, renderTab }: { id: number; renderTab: RenderTab }) {
  const { data } = useSuspenseQuery(oidcOpQuery(id));
  const { editProviders: canEdit } = useRights();
  useVisit(`/oidc/${id}`, data.name);
  const lock = useLocks().get(data.resource);
  const [startedLocked] = useState(lock !== undefined);
  return (
    <OidcEditor
      // Once a job has ended, a draft that it didn't save is restored.
      key={String(startedLocked && !lock)}
      op={data}
      initial={toForm(data)}
      readOnly={!canEdit || lock !== undefined}
      lock={lock}
      renderTab={renderTab}
    />
  );
}

interface HeadProps {
  week: ReturnType<typeof useWeekOfSignIns>;
  signInTest: SignInTestControl;
}

/** The provider's name, and what can be done with it. */
function Head({ week, signInTest }: HeadProps) {
  const { editor } = useEditorParts();
  const { base, readOnly } = editor;
  const watch = useWatch(base);
  const isSuspended = watch?.enabled === false;
  return (
    <header className={classes.head}>
      <Box flex="1 1 240px" miw={0}>
        <div className="phone-only">
          <BackLink to="/oidc">All providers</BackLink>
        </div>
        <Group wrap="nowrap">
          <Title tabIndex={-1} dir="auto" translate="no" lineClamp={2} title={base?.name}>
            {base ? base.name : 'New provider'}
          </Title>
          <HelpLink chapter="providers" />
        </Group>
        {isSuspended && <SuspendedBadge />}
        <Text>
          <WatchStatus watch={watch} />
          {watch && week && !isSuspended && ' · '}
          {week && !isSuspended && (
            <Text span inherit c={week.fails ? 'var(--danger)' : 'dimmed'}>
              {week.state}
            </Text>
          )}
        </Text>
      </Box>
      <Group>
        {!readOnly && !signInTest.absent && (
          <ActionButton size="sm" loading={signInTest.starting} onClick={() => signInTest.start()}>
            Test sign-in
          </ActionButton>
        )}
        {!readOnly && (
          <ActionButton variant="filled" size="sm" type="submit" loading={editor.saving}>
            {editor.action}
          </ActionButton>
        )}
        {base && <EditorMenu op={base} />}
      </Group>
    </header>
  );
}

/** Less frequent actions on a saved provider. */
function EditorMenu({ op }: { op: OidcOp }) {
  const { editor } = useEditorParts();
  const [deleting, setDeleting] = useState(false);
  const [suspending, setSuspending] = useState(false);
  const navigate = useNavigate();
  const copyEntry = useCopyEntry();
  useCommands([
    ...(editor.readOnly
      ? []
      : [
          {
            id: 'duplicate-provider',
            label: msg`Duplicate ${op.name}`,
            run: () => void navigate({ to: '/oidc/new', search: { from: op.id } }),
          },
          { id: 'delete-provider', label: msg`Delete ${op.name}`, run: () => setDeleting(true) },
        ]),
    { id: 'copy-entry', label: msg`Copy ${op.name} as file entry`, run: () => copyEntry(op) },
  ]);
  return (
    <>
      <MoreMenu>
        {!editor.readOnly && (
          <MenuLink to="/oidc/new" search={{ from: op.id }}>
            Duplicate
          </MenuLink>
        )}
        <Menu.Item onClick={() => copyEntry(op)}>Copy as file entry</Menu.Item>
        {!editor.readOnly && (
          <>
            <SuspensionItem op={op} onChoose={() => setSuspending(true)} />
            <Menu.Item c="var(--danger)" onClick={() => setDeleting(true)}>
              Delete
            </Menu.Item>
          </>
        )}
      </MoreMenu>
      {suspending && <SuspendButton op={op} onClose={() => setSuspending(false)} />}
      {deleting && <DeleteOidcOp op={op} onClose={() => setDeleting(false)} onDeleted={editor.leave} />}
    </>
  );
}
