import { Group, Stack } from '@mantine/core';
import { AlertIcon, icon } from '../../../ui/icons.tsx';
import type { FieldName } from '../../../data/oidc/fields.ts';
import { kindNames } from './checks.ts';
import { useEditorParts } from './editor-context.ts';

const colors = { error: 'var(--danger)', warning: 'var(--warning)', info: 'dimmed' };
const InfoIcon = icon('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 11v5m0-8.5h.01');

/** The id of a field's checks, which describe its input. */
export function checksId(name: FieldName | 'client_secret'): string {
  return `oidc-${name}-checks`;
}

/** What the checks found about a field, below it. The side panel lists the checks of all fields. */
export function FieldChecks({ name }: { name: FieldName | 'client_secret' }) {
  const { checks } = useEditorParts();
  const found = checks.filter(({ field }) => field === name);
  const list = found.length > 0 && (
    <Stack component="ul" id={checksId(name)} gap={4} mt={6} p={0} fz={12}>
      {found.map(({ kind, text }) => {
        const Icon = kind === 'info' ? InfoIcon : AlertIcon;
        return (
          <Group key={text} component="li" gap={6} wrap="nowrap" align="flex-start" c={colors[kind]}>
            <Icon
              width={14}
              height={14}
              role="img"
              aria-hidden={undefined}
              aria-label={kindNames[kind]}
              style={{ flex: 'none', marginTop: 2 }}
            />
            <span>{text}</span>
          </Group>
        );
      })}
    </Stack>
  );
  // Announced, because changing another field can cause it.
  return name === 'client_secret' ? <div role="status">{list}</div> : list;
}
