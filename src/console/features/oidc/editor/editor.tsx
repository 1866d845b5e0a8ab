import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { Link, useCanGoBack } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { ArrowLeftIcon } from '../../../ui/icons.tsx';
import { ReturnFocus } from '../../../ui/dialog/return-focus.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { EditorContext, useEditorParts } from './editor-context.ts';
import { EditorMenu } from './editor-menu.tsx';
import classes from './editor.module.css';
import { ErrorSummary } from './error-summary.tsx';
import type { FormValues } from './fields.ts';
import { ImportForm } from './import-form.tsx';
import { MetadataSection } from '../metadata/metadata-section.tsx';
import { Rail } from '../side-panel/side-panel.tsx';
import { ScopeSection } from './scope-section.tsx';
import { SecretQuestion } from '../secret/secret-dialog.tsx';
import { EndpointsSection, IdentitySection } from './sections.tsx';
import { TrialReport } from '../sign-in-test/sign-in-test-report.tsx';
import { UnsavedGuard } from '../../../ui/dialog/unsaved-guard.tsx';
import { useEditor } from './use-editor.ts';
import { UsernameSection } from '../username/username-section.tsx';
import { useKeptDraft, useRestored } from './use-draft.ts';
import { useTrial } from '../sign-in-test/use-sign-in-test.ts';
import { useMetadata } from '../metadata/use-metadata.ts';
import { useWorkbench } from '../username/use-playground.ts';

interface OidcEditorProps {
  op: OidcOp | undefined;
  initial: FormValues;
  /** The name of the configuration that this begins as a copy of. */
  copiedFrom?: string;
  readOnly: boolean;
}

/** The page that creates or changes a configuration. */
export function OidcEditor({ op, initial, copiedFrom, readOnly }: OidcEditorProps) {
  const draftName = `oidc-op ${op?.id ?? `new ${copiedFrom ?? ''}`}`;
  const kept = useRestored(draftName, initial);
  const editor = useEditor({ op, initial: kept ?? initial, pristine: initial, readOnly });
  useKeptDraft(draftName, editor, initial);
  const metadata = useMetadata();
  const workbench = useWorkbench();
  const trial = useTrial(editor);
  const parts = { editor, metadata, workbench };
  const { base } = editor;
  const heading = useRef<HTMLHeadingElement>(null);
  const fromAnotherPage = useCanGoBack();
  useEffect(() => {
    // The page was announced before its code was there, and the heading of the last one had the focus then.
    const lost = [document.body, document.querySelector('main')].includes(
      document.activeElement as HTMLElement,
    );
    if (fromAnotherPage && lost) heading.current?.focus({ preventScroll: true });
  }, [fromAnotherPage]);
  return (
    <EditorContext value={parts}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          editor.save();
        }}
      >
        <header className={classes.head}>
          <div className={classes.title}>
            <Anchor component={Link} to="/oidc" size="sm">
              <ArrowLeftIcon width={12} height={12} /> All providers
            </Anchor>
            <Title order={1} tabIndex={-1} dir="auto" ref={heading}>
              {base ? base.name : 'New provider'}
            </Title>
          </div>
          <Group gap={8}>
            <EditorMenu />
            {!readOnly && !trial.absent && (
              <Button variant="default" loading={trial.starting} onClick={trial.start}>
                Try sign-in
              </Button>
            )}
            {!readOnly && (
              <Button type="submit" loading={editor.saving}>
                {base ? 'Save changes' : 'Create provider'}
              </Button>
            )}
          </Group>
        </header>
        <div className={classes.columns}>
          <div className={classes.form}>
            <ErrorSummary />
            {copiedFrom !== undefined && (
              <Text size="sm" className={classes.note} data-kind="info">
                A copy of {copiedFrom}, without its client secret: nobody can read that back. Nothing is saved
                yet.
              </Text>
            )}
            {kept && editor.dirty && <KeptDraft pristine={initial} />}
            {readOnly && (
              <Text size="sm" className={classes.note} data-kind="info">
                You may read this provider, not change it.
              </Text>
            )}
            {!op && copiedFrom === undefined && <ImportForm />}
            <MetadataSection />
            <IdentitySection />
            <EndpointsSection />
            <UsernameSection />
            <ScopeSection />
          </div>
          <Rail />
        </div>
      </form>
      <UnsavedGuard dirty={editor.dirty} leaving={editor.leaving} />
      {editor.theirs && (
        <ReturnFocus>
          <ConflictDialog theirs={editor.theirs} />
        </ReturnFocus>
      )}
      {editor.question && <SecretQuestion moved={editor.question} />}
      {trial.shown && (
        <ReturnFocus>
          <TrialReport trial={trial} />
        </ReturnFocus>
      )}
    </EditorContext>
  );
}

/** Says that what stands here was typed before, and lets it go. */
function KeptDraft({ pristine }: { pristine: FormValues }) {
  const { editor } = useEditorParts();
  return (
    <Group gap={12} className={classes.note} data-kind="info" role="status">
      <Text size="sm">
        What you had changed here before is back{editor.base ? '' : ', without the client secret'}. Nothing of
        it is saved yet.
      </Text>
      <Button size="xs" variant="default" onClick={() => editor.form.reset(pristine)}>
        Discard it
      </Button>
    </Group>
  );
}
