import { Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { ReturnFocus } from './return-focus.tsx';

interface DialogProps {
  title: string;
  size?: ModalProps['size'];
  /** Whether a click outside closes it; not where something may have been typed. */
  easyToLeave?: boolean;
  onClose(): void;
  children: ReactNode;
}

/** A dialog that is in the page while it is open, and gives the focus back. */
export function Dialog({ title, size = 'md', easyToLeave = false, onClose, children }: DialogProps) {
  return (
    <ReturnFocus>
      <Modal
        opened
        onClose={onClose}
        title={title}
        size={size}
        closeOnClickOutside={easyToLeave}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {children}
      </Modal>
    </ReturnFocus>
  );
}
