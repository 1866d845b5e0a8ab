import { Anchor, Stack, Text } from '@mantine/core';
import { kindNames, type Check, runChecks } from '../form/checks.ts';
import { WatchPanel } from '../watch/watch-panel.tsx';
import { useEditorParts } from '../form/editor-context.ts';
import classes from './side-panel.module.css';
import { labels } from '../../../data/oidc/fields.ts';
import { focusField } from '../form/focus-field.ts';
import { useQuery } from '@tanstack/react-query';
import type { MetadataPreview } from '../../../../contract/oidc/metadata.ts';
import { movedSecret, secretWarning } from '../../../data/oidc/moved-secret.ts';
import { oidcOpsQuery } from '../../../data/oidc/providers.ts';
import { useService } from '../../../data/service/use-service.ts';
import type { Editor } from '../form/use-editor.ts';

/** The results of the checks, most severe first. */
export function ChecksPanel() {
  const { checks, metadata, editor } = useEditorParts();
  const kinds = ['error', 'warning', 'info'] as const;
  return (
    <Stack gap={20} fz={13}>
      {editor.base && <WatchPanel op={editor.base} readOnly={editor.readOnly} />}
      {checks.length === 0 && <Text>No problems found.</Text>}
      {kinds.map((kind) => {
        const found = checks.filter((check) => check.kind === kind);
        if (found.length === 0) return null;
        return (
          <section key={kind} aria-label={kindNames[kind]} className={classes.checks} data-kind={kind}>
            <Text fw={600}>{kindNames[kind]}</Text>
            <ul>
              {found.map(({ text, field }) => (
                <li key={text}>
                  {text}
                  {field && (
                    <>
                      {' – '}
                      <Anchor component="button" type="button" onClick={() => focusField(field)}>
                        {labels[field]}
                      </Anchor>
                    </>
                  )}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {!metadata.latest && !metadata.absent && (
        <Text c="dimmed">Fetch the metadata to compare it with the form.</Text>
      )}
    </Stack>
  );
}

/** Checks the form, against the fetched metadata and the other providers as far as they're known. */
export function useChecks(editor: Editor, preview: MetadataPreview | undefined): Check[] {
  const { data } = useQuery(oidcOpsQuery);
  const { complete } = useService();
  const { base, values, secret } = editor;
  const moved = base && secret.mode === 'stored' ? movedSecret(base, values) : undefined;
  return runChecks({
    values,
    complete,
    saved: base,
    published: preview?.metadata,
    warnings: preview?.warnings ?? [],
    others: (data?.ops ?? []).filter((op) => op.id !== base?.id),
    secretWarning: moved && secretWarning(moved, !complete),
  });
}
