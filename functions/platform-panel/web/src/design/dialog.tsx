// Dialogues: the focus stays within and returns; Escape closes.
import { type ReactNode, useEffect, useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";

import { Icon } from "./icons";

type Props = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  wide?: boolean;
  alert?: boolean;
  closable?: boolean;
};

/** What had the focus before the first of the dialogues that follow each other. */
let opener: Element | null = null;

/** Gives the focus back when the last of several dialogues closes: one that takes another's place knows only what was in it. */
function useFocusReturn() {
  useState(() => {
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body && !activeElement.closest(".dialog")) opener = activeElement;
  });
  useEffect(
    () => () =>
      // The library gives the focus back in the next frame.
      void requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (document.activeElement !== document.body || document.querySelector(".dialog")) return;
          const place = opener?.isConnected ? opener : document.getElementById("conteudo");
          if (place instanceof HTMLElement) place.focus({ preventScroll: true });
        }),
      ),
    [],
  );
}

/** An open dialogue with a title and a way to close it. */
export function DialogFrame({ title, onClose, children, wide = false, alert = false, closable = true }: Props) {
  useFocusReturn();
  return (
    <ModalOverlay
      className="scrim"
      isOpen
      isDismissable={closable && !alert}
      isKeyboardDismissDisabled={!closable}
      onOpenChange={(open) => !open && onClose()}
    >
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
