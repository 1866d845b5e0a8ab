import { Button, Text } from '@mantine/core';
import { count } from '../../../lib/text.ts';
import { WhyLink } from '../../../ui/links/why-link.tsx';
import classes from '../editor/editor.module.css';
import { useEditorParts } from '../editor/editor-context.ts';
import { MetadataReview } from './metadata-review.tsx';
import { OidcField } from '../editor/oidc-field.tsx';
import { FilledValues, useFill } from './filled-values.tsx';
import { metadataDifferences } from '../../../data/oidc/provenance.ts';
import { Section } from '../editor/sections.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';

/** Fetches the provider metadata and fills the blank fields, the quickest way to fill the form. */
export function MetadataSection() {
  const { editor, metadata } = useEditorParts();
  const { preview } = metadata;
  const fill = useFill();
  const fetchAndFill = () => void metadata.fetch().then(fill.apply);
  const differences = preview
    ? metadataDifferences(editor.values, editor.base ? editor.baseValues : undefined, preview.metadata)
    : [];
  return (
    <Section id="metadata" title="Metadata">
      <OidcField
        name="metadata_url"
        description="Paste the discovery URL or just the issuer."
        placeholder="https://login.example.com/.well-known/openid-configuration"
        mono
        onEnter={metadata.absent || metadata.source === '' ? undefined : fetchAndFill}
        action={
          !metadata.absent && (
            <ActionButton
              size="sm"
              loading={metadata.fetching}
              disabled={metadata.source === ''}
              onClick={fetchAndFill}
            >
              Fetch
            </ActionButton>
          )
        }
      />
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
    </Section>
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
  const { base, baseValues, values } = editor;
  if (!base || values.metadata_url === '' || values.metadata_url === baseValues.metadata_url) return null;
  return (
    <div className={classes.note} data-kind="info" role="status">
      When you save a new metadata URL, the service fetches it and fills the blank fields. The issuer and
      endpoints entered here are kept.
    </div>
  );
}
