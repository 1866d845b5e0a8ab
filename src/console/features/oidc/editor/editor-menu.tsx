import { ActionIcon, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCommands } from '../../../data/commands.ts';
import { msg } from '../../../lib/text.ts';
import { MoreIcon } from '../../../ui/icons.tsx';
import { DeleteOidcOp } from '../list/delete-oidc-op.tsx';
import { useEditorParts } from './editor-context.ts';
import { exportForm } from '../transfer/transfer.ts';
import { MenuLink } from '../../../ui/links/links.tsx';

/** Less frequent actions on the provider. */
export function EditorMenu() {
  const { editor } = useEditorParts();
  const [deleting, setDeleting] = useState(false);
  const { base, values } = editor;
  const navigate = useNavigate();
  useCommands([
    ...(base && !editor.readOnly
      ? [
          {
            id: 'duplicate-provider',
            label: msg`Duplicate ${base.name}`,
            run: () => void navigate({ to: '/oidc/new', search: { from: base.id } }),
          },
          { id: 'delete-provider', label: msg`Delete ${base.name}`, run: () => setDeleting(true) },
        ]
      : []),
    { id: 'export-provider', label: 'Export as JSON (without secret)', run: () => exportForm(values) },
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
          {base && !editor.readOnly && (
            <MenuLink to="/oidc/new" search={{ from: base.id }}>
              Duplicate
            </MenuLink>
          )}
          <Menu.Item onClick={() => exportForm(values)}>Export as JSON (without secret)</Menu.Item>
          {base && !editor.readOnly && (
            <Menu.Item c="var(--danger)" onClick={() => setDeleting(true)}>
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {deleting && base && (
        <DeleteOidcOp op={base} onClose={() => setDeleting(false)} onDeleted={editor.leave} />
      )}
    </>
  );
}
