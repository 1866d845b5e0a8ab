import { ActionIcon, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { MoreIcon } from '../../../ui/icons.tsx';
import { DeleteOidcOp } from '../list/delete-oidc-op.tsx';
import { useEditorParts } from './editor-context.ts';
import { exportForm } from '../transfer/transfer.ts';

/** Less frequent actions on the provider. */
export function EditorMenu() {
  const { editor } = useEditorParts();
  const [deleting, setDeleting] = useState(false);
  const { base, values } = editor;
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={32} aria-label="More actions">
            <MoreIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {base && !editor.readOnly && (
            <Menu.Item renderRoot={(props) => <Link to="/oidc/new" search={{ from: base.id }} {...props} />}>
              Duplicate
            </Menu.Item>
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
