import { Anchor, Text } from '@mantine/core';
import type { Check } from './checks.ts';
import { useEditorParts } from '../editor/editor-context.ts';
import classes from './side-panel.module.css';
import { labels } from '../editor/fields.ts';
import { focusField } from '../editor/focus-field.ts';

const words = { bad: 'Will not work', warning: 'May not work', info: 'Good to know' } as const;

/** What was found about the form, the worst first. */
export function ChecksPanel({ checks }: { checks: readonly Check[] }) {
  const { metadata } = useEditorParts();
  const kinds = ['bad', 'warning', 'info'] as const;
  return (
    <div className={classes.stack}>
      {checks.length === 0 && <Text size="sm">Nothing was found that speaks against this.</Text>}
      {kinds.map((kind) => {
        const found = checks.filter((check) => check.kind === kind);
        if (found.length === 0) return null;
        return (
          <section key={kind} aria-label={words[kind]} className={classes.checks} data-kind={kind}>
            <Text size="sm" fw={600}>
              {words[kind]}
            </Text>
            <ul>
              {found.map(({ text, field }) => (
                <li key={text}>
                  {text}
                  {field && (
                    <>
                      {' – '}
                      <Anchor component="button" type="button" size="sm" onClick={() => focusField(field)}>
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
      {!metadata.preview && !metadata.absent && (
        <Text size="sm" className="muted">
          Fetch the metadata to compare the form with what the provider publishes.
        </Text>
      )}
    </div>
  );
}
