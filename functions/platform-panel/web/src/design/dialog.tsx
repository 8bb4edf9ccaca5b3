// Dialogues: the focus stays within and returns; Escape closes.
import type { ReactNode } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";

import { Icon } from "./icons";

type Props = { title: string; onClose: () => void; children: ReactNode; wide?: boolean; alert?: boolean; closable?: boolean };

/** An open dialogue with a title and a way to close it. */
export function DialogFrame({ title, onClose, children, wide = false, alert = false, closable = true }: Props) {
  return (
    <ModalOverlay className="scrim" isOpen isDismissable={closable && !alert} isKeyboardDismissDisabled={!closable} onOpenChange={(open) => !open && onClose()}>
      <Modal className={wide ? "dialog wide" : "dialog"}>
        <Dialog role={alert ? "alertdialog" : "dialog"}>
          <div className="row">
            <Heading slot="title" level={2} className="grow">
              {title}
            </Heading>
            {closable ? (
              <button type="button" className="btn quiet icon small" aria-label="Fechar" onClick={onClose}>
                <Icon name="close" small />
              </button>
            ) : null}
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
