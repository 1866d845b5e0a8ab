import { ActionIcon, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { OidcOp } from '../../../../contract/oidc/oidc-ops.ts';
import { useCommands } from '../../../data/commands.ts';
import { exportProviders } from '../transfer/export-providers.ts';
import { msg } from '../../../lib/text.ts';
import { MoreIcon } from '../../../ui/icons.tsx';
import { MenuLink } from '../../../ui/links/links.tsx';
import { DeleteOidcOp } from '../list/delete-oidc-op.tsx';
import { useEditorParts } from './editor-context.ts';

/** Less frequent actions on a saved provider. */
export function EditorMenu({ op }: { op: OidcOp }) {
  const { editor } = useEditorParts();
  const [deleting, setDeleting] = useState(false);
  const navigate = useNavigate();
  const exportFile = () => {
    const shown = editor.form.getValues();
    void exportProviders(shown.name, [{ ...op, ...shown }], editor.dirty);
  };
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
    { id: 'export-provider', label: msg`Export ${op.name}`, run: exportFile },
  ]);
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon variant="default" size={32} aria-label="More actions">
            <MoreIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!editor.readOnly && (
            <MenuLink to="/oidc/new" search={{ from: op.id }}>
              Duplicate
            </MenuLink>
          )}
          <Menu.Item onClick={exportFile}>Export (without secret)</Menu.Item>
          {!editor.readOnly && (
            <Menu.Item c="var(--danger)" onClick={() => setDeleting(true)}>
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {deleting && <DeleteOidcOp op={op} onClose={() => setDeleting(false)} onDeleted={editor.leave} />}
    </>
  );
}
