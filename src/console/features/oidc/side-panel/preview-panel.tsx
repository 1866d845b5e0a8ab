import { Anchor, SegmentedControl, Stack, Text, Box, useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { oidcOpsQuery } from '../../../data/oidc/providers.ts';
import { useWatches } from '../../../data/oidc/watches.ts';
import { oidcLoginsQuery } from '../../../data/session/queries.ts';
import { useEditorParts } from '../form/editor-context.ts';
import { useService } from '../../../data/service/use-service.ts';
import classes from './side-panel.module.css';
import { providerKind } from '../../../ui/provider-marks/provider-kind.ts';
import { ProviderMark } from '../../../ui/provider-marks/provider-mark.tsx';
import { Disclosure, Section } from '../../../ui/section.tsx';
import { RedirectUri } from './redirect-uri.tsx';

const samples = {
  Yours: undefined,
  Long: 'Sign in with the single sign-on of the Federated Network Operations Center of Northwind Traders',
  RTL: 'تسجيل الدخول باستخدام حساب الشركة',
  HTML: '<b>Sign in</b> <img src=x onerror=alert(1)>',
} as const;
type Sample = keyof typeof samples;

/** The sign-in page with this provider's button among the others, and the redirect URI. */
export function PreviewPanel() {
  return (
    <Stack gap={20} fz={13}>
      <SignInPreview />
      <RedirectUri />
    </Stack>
  );
}

function SignInPreview() {
  const { editor } = useEditorParts();
  const { data } = useQuery(oidcOpsQuery);
  // Its response shows whether the service has a sign-in page with buttons.
  useQuery(oidcLoginsQuery);
  const { offers } = useService();
  const watches = useWatches();
  const isShown = (op: { resource: string }) => watches?.get(op.resource)?.enabled !== false;
  const others = (data?.ops ?? []).filter((op) => op.id !== editor.base?.id && isShown(op));
  const [scheme, setScheme] = useState(useComputedColorScheme() === 'dark' ? 'Dark' : 'Light');
  const [sample, setSample] = useState<Sample>('Yours');
  const mine = {
    id: editor.base?.id ?? Number.POSITIVE_INFINITY,
    name: samples[sample] ?? editor.values.name,
  };
  const buttons = [...others, mine].toSorted((a, b) => a.id - b.id);
  return (
    <Section id="preview-title" title="Sign-in page" order={3} mb={0} className={classes.part}>
      <div>
        <SegmentedControl
          size="xs"
          aria-label="Preview color scheme"
          data={['Light', 'Dark']}
          value={scheme}
          onChange={setScheme}
        />
      </div>
      <div role="figure" aria-label="Sign-in page preview" className={classes.phone} data-scheme={scheme}>
        <span className={classes.sketch} />
        <span className={classes.sketch} />
        <Box component="span" display="block" ta="center" mb={8}>
          or
        </Box>
        <ul>
          {buttons.map(({ id, name }) => (
            <li
              key={id}
              className={classes.button}
              data-mine={id === mine.id || undefined}
              dir="auto"
              translate="no"
            >
              <ProviderMark kind={providerKind(name)} /> {name || 'Provider name'}
            </li>
          ))}
        </ul>
      </div>
      {offers('OIDC sign-in') && (
        <Text>
          <Anchor size="md" href="/sign-in" target="_blank" rel="noreferrer">
            Open the sign-in page
          </Anchor>{' '}
          <span className="muted">
            {editor.base
              ? isShown(editor.base)
                ? 'in a new tab, with the saved name.'
                : 'in a new tab, without this button while it is suspended.'
              : 'in a new tab. The button appears once you save.'}
          </span>
        </Text>
      )}
      <Disclosure summary="Try other names" onToggle={() => setSample('Yours')}>
        <SegmentedControl
          size="xs"
          mt={8}
          aria-label="Preview name"
          data={Object.keys(samples) as Sample[]}
          value={sample}
          onChange={setSample}
        />
      </Disclosure>
    </Section>
  );
}
