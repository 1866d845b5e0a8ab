import { Button, Text } from '@mantine/core';
import { count } from '../../../lib/text.ts';
import { WhyLink } from '../../../ui/why-link.tsx';
import classes from '../editor/editor.module.css';
import { useEditorParts } from '../editor/editor-context.ts';
import { MetadataReview } from './metadata-review.tsx';
import { OidcField } from '../editor/oidc-field.tsx';
import { metadataDifferences } from './provenance.ts';
import { Section } from '../editor/sections.tsx';

/** The provider's metadata: the quickest way to fill the form. */
export function MetadataSection() {
  const { editor, metadata } = useEditorParts();
  const url = editor.values.metadata_url.trim();
  const asked = url || editor.values.issuer.trim();
  const { preview } = metadata;
  const differences = preview
    ? metadataDifferences(editor.values, editor.base ? editor.baseValues : undefined, preview.metadata)
    : [];
  return (
    <Section id="metadata" title="Metadata">
      <OidcField
        name="metadata_url"
        description="Where the provider publishes its configuration. A bare issuer does to fetch it here."
        placeholder="https://login.example.com/.well-known/openid-configuration"
        mono
        beside={
          !metadata.absent && (
            <Button
              variant="default"
              loading={metadata.fetching}
              disabled={asked === ''}
              onClick={() => void metadata.fetch(asked)}
            >
              Fetch
            </Button>
          )
        }
      />
      {metadata.absent && (
        <Text size="sm" className="muted">
          The metadata cannot be fetched from here. The service fetches it when you save with a metadata URL.
        </Text>
      )}
      {metadata.problem !== undefined && (
        <div className={classes.note} data-kind="bad" role="alert">
          The metadata could not be fetched. {metadata.problem} <WhyLink detail={[metadata.problem]} />
        </div>
      )}
      {preview && (
        <>
          <Text size="sm" role="status">
            Fetched from <code className="wrap">{preview.url}</code> in {preview.milliseconds} ms.{' '}
            {differences.length === 0
              ? 'The form is as published.'
              : `${count(differences.length, 'field')} ${differences.length === 1 ? 'is' : 'are'} unlike the published document.`}
          </Text>
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
            // Another document is another question.
            <MetadataReview key={`${preview.url} ${preview.metadata.issuer}`} differences={differences} />
          )}
        </>
      )}
      <UseFoundUrl />
      <Refill />
    </Section>
  );
}

/** The document was found below a bare issuer: its own address is what should be saved. */
function UseFoundUrl() {
  const { editor, metadata } = useEditorParts();
  const found = metadata.preview?.url;
  const { metadata_url: typed } = editor.values;
  if (found === undefined || typed === found || editor.readOnly) return null;
  return (
    <div>
      <Text size="sm" className="wrap" mb={8}>
        {typed === ''
          ? 'With its address saved, the service can fetch it again: '
          : 'The address of the document is another than the one typed: '}
        <code>{found}</code>
      </Text>
      <Button size="xs" variant="default" onClick={() => editor.set('metadata_url', found)}>
        Use it as the metadata URL
      </Button>
    </div>
  );
}

/** A new metadata URL makes the service fill what is left empty. */
function Refill() {
  const { editor } = useEditorParts();
  const { base, baseValues, values } = editor;
  if (!base || values.metadata_url === '' || values.metadata_url === baseValues.metadata_url) return null;
  return (
    <div className={classes.note} data-kind="info" role="status">
      Saving a new metadata URL makes the service fetch it. Issuer and endpoints that stand here are sent with
      it, so that they stay; those that you empty are filled from the document.
    </div>
  );
}
