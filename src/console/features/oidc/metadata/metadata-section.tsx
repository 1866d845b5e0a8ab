import { Button, Text, Group, Checkbox, Stack, Table } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useCommands } from '../../../data/commands.ts';
import { count } from '../../../lib/text.ts';
import { TableHead } from '../../../ui/item-list/table-head.tsx';
import { WhyLink } from '../../../ui/links/why-link.tsx';
import classes from '../form/editor.module.css';
import { useEditorParts } from '../form/editor-context.ts';
import { focusFieldAfterDialog } from '../form/focus-field.ts';
import { OidcField } from '../form/oidc-field.tsx';
import {
  metadataDifferences,
  filledByMetadata,
  type MetadataDifference,
} from '../../../data/oidc/provenance.ts';
import { FormSection } from '../form/form-section.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { useQuery } from '@tanstack/react-query';
import { oidcOpsQuery } from '../../../data/oidc/providers.ts';
import { gatewayQuery } from '../../../data/session/queries.ts';
import { useSet } from '@mantine/hooks';
import { useState } from 'react';
import type { MetadataPreview } from '../../../../contract/oidc/metadata.ts';
import { fieldNames, labels, type FieldName } from '../../../data/oidc/fields.ts';
import { refetchesMetadata } from '../../../data/oidc/form-values.ts';
import reviewClasses from '../../../ui/dialog/merge-dialog.module.css';

/** Fetches the provider metadata and fills the blank fields, the quickest way to fill the form. */
export function MetadataSection() {
  const { editor, metadata } = useEditorParts();
  const { preview } = metadata;
  const fill = useFill();
  const fetchAndFill = () => void metadata.fetch().then(fill.apply);
  const navigate = useNavigate();
  const check = () => {
    void navigate({ to: '.', search: (old) => ({ ...old, tab: undefined }), replace: true });
    void metadata.fetch();
    focusFieldAfterDialog('metadata_url');
  };
  const canFetch = !metadata.absent && metadata.source !== '';
  useCommands(canFetch ? [{ id: 'check-metadata', label: 'Check metadata', run: check }] : []);
  const differences = preview ? metadataDifferences(editor.values, editor.base, preview.metadata) : [];
  return (
    <FormSection id="metadata" title="Metadata">
      <OidcField
        name="metadata_url"
        description="Paste the discovery URL or just the issuer."
        placeholder="https://login.example.com/.well-known/openid-configuration"
        mono
        onEnter={canFetch ? fetchAndFill : undefined}
        action={
          !metadata.absent && (
            <ActionButton size="sm" loading={metadata.fetching} disabled={!canFetch} onClick={fetchAndFill}>
              Fetch
            </ActionButton>
          )
        }
      />
      {!editor.base && <DemoProvider />}
      {metadata.absent && (
        <Text c="dimmed">
          This console can't fetch metadata. The service fetches it when you save with a metadata URL.
        </Text>
      )}
      {metadata.problem !== undefined && (
        <div className={classes.note} data-kind="error" role="alert">
          Couldn't fetch the metadata. {metadata.problem} <WhyLink detail={[metadata.problem]} />
        </div>
      )}
      {preview && (
        <>
          <Text role="status">
            Fetched from{' '}
            <code translate="no" className="wrap">
              {preview.url}
            </code>{' '}
            in {preview.milliseconds} ms.{' '}
            {differences.length === 0
              ? 'The form matches the published metadata.'
              : `${count(differences.length, 'field')} ${differences.length === 1 ? 'differs' : 'differ'} from the published metadata.`}
          </Text>
          <FilledValues fill={fill} />
          {preview.warnings.length > 0 && (
            <ul className={`${classes.note} ${classes.warnings}`} aria-label="Warnings">
              {preview.warnings.map((warning) => (
                <li key={warning} title={warning} className="clamped">
                  {warning}
                </li>
              ))}
            </ul>
          )}
          {differences.length > 0 && !editor.readOnly && (
            // Another document starts a new selection.
            <MetadataReview key={`${preview.url}\n${preview.metadata.issuer}`} differences={differences} />
          )}
        </>
      )}
      <UseFoundUrl />
      <RefetchNote />
    </FormSection>
  );
}

/** Links to the values that the demo provider shows; nothing outside the demo. */
function DemoProvider() {
  const { data: gateway } = useQuery(gatewayQuery);
  const { data: providers } = useQuery(oidcOpsQuery);
  const demo = providers?.ops.find(({ issuer }) => /^https:\/\/localhost(:\d+)?(\/|$)/.test(issuer));
  if (!gateway?.lab || !demo) return null;
  return (
    <a href={new URL(demo.issuer).origin} target="_blank" rel="noreferrer">
      Demo provider's URL, client IDs and secrets
    </a>
  );
}

/** Offers the discovery document's own URL if it was found through the issuer or a redirect. */
function UseFoundUrl() {
  const { editor, metadata } = useEditorParts();
  const found = metadata.preview?.url;
  const { metadata_url: typed } = editor.values;
  if (found === undefined || typed === found || editor.readOnly) return null;
  return (
    <div>
      <Text className="wrap" mb={8}>
        {typed === ''
          ? 'Save its URL so that the service can fetch it again: '
          : 'The discovery document is at a different URL: '}
        <code translate="no">{found}</code>
      </Text>
      <Button onClick={() => editor.set('metadata_url', found)}>Use as metadata URL</Button>
    </div>
  );
}

/** A new metadata URL makes the service fill blank fields. */
function RefetchNote() {
  const { editor } = useEditorParts();
  const { base, values } = editor;
  if (!base || !refetchesMetadata(base, values)) return null;
  return (
    <div className={classes.note} data-kind="info" role="status">
      When you save a new metadata URL, the service fetches it and fills the blank fields. The issuer and
      endpoints entered here are kept.
    </div>
  );
}

/** Fills the form from fetched metadata, which can be undone. */
function useFill() {
  const { editor } = useEditorParts();
  const { form, base, readOnly, set } = editor;
  const [filled, setFilled] = useState<readonly { field: FieldName; before: string; value: string }[]>([]);
  return {
    filled,
    /** Fills what the fetched metadata adds; nothing if fetching failed. */
    apply: (preview: MetadataPreview | undefined) => {
      if (!preview || readOnly) return;
      // As they are now: the user may have typed while the metadata was fetched.
      const values = form.getValues();
      const added = filledByMetadata(values, base, preview);
      setFilled(
        fieldNames.flatMap((field) => {
          const value = added[field];
          return value === undefined ? [] : [{ field, before: values[field], value }];
        }),
      );
      for (const field of fieldNames) if (added[field] !== undefined) set(field, added[field]);
    },
    /** Restores the fields that weren't changed again. */
    undo: () => {
      for (const { field, before, value } of filled)
        if (form.getValues(field) === value) form.setValue(field, before);
      setFilled([]);
    },
  };
}

/** Says which fields were filled, and offers to undo that. */
function FilledValues({ fill: { filled, undo } }: { fill: ReturnType<typeof useFill> }) {
  if (filled.length === 0) return null;
  return (
    <Group>
      <Text role="status">
        {count(filled.length, 'value')} filled: {filled.map(({ field }) => labels[field]).join(', ')}
      </Text>
      <Button size="compact-sm" onClick={undo}>
        Undo
      </Button>
    </Group>
  );
}

/** Typed, saved and published values side by side, to choose which published ones to use. */
function MetadataReview({ differences }: { differences: readonly MetadataDifference[] }) {
  const { editor } = useEditorParts();
  const chosen = useSet(differences.filter(({ suggested }) => suggested).map(({ field }) => field));
  const selected = differences.filter(({ field }) => chosen.has(field));
  return (
    <Stack component="section" gap={12} aria-label="Published metadata">
      <Table className={reviewClasses.table} verticalSpacing={6}>
        <TableHead columns={['Use', 'Typed', ...(editor.base ? ['Saved'] : []), 'Published']} />
        <Table.Tbody>
          {differences.map(({ field, typed, saved, published }) => (
            <Table.Tr key={field}>
              <Table.Th scope="row">
                <Checkbox
                  size="sm"
                  label={labels[field]}
                  checked={chosen.has(field)}
                  onChange={(event) => chosen[event.currentTarget.checked ? 'add' : 'delete'](field)}
                />
              </Table.Th>
              <Value label="Typed" value={typed} />
              {editor.base && <Value label="Saved" value={saved} />}
              <Value label="Published" value={published} />
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group gap="md">
        <Button
          variant="filled"
          disabled={selected.length === 0}
          onClick={() => {
            for (const { field, published } of selected) editor.set(field, published);
          }}
        >
          {selected.length === 0
            ? 'Use published values'
            : `Use ${selected.length} published ${selected.length === 1 ? 'value' : 'values'}`}
        </Button>
      </Group>
    </Stack>
  );
}

function Value({ label, value }: { label: string; value: string }) {
  return (
    <Table.Td data-label={label}>
      {value === '' ? (
        <span className="muted">empty</span>
      ) : (
        <code translate="no" className={`clamped ${reviewClasses.value}`}>
          {value}
        </code>
      )}
    </Table.Td>
  );
}
