"use client";

import type { RefObject } from "react";
import { Dialog } from "../ui/overlay/dialog";
import { PaletteSearch } from "./palette";
import { ShortcutList } from "./shortcut-list";

type SheetsProps = {
  open: "keys" | "palette" | "none";
  /** What was typed for the palette before it came. */
  typed?: RefObject<string>;
  onOpen(sheet: "keys" | "none"): void;
};

/** What the keys of every page open; loaded when one of them is first asked for. */
export function Sheets({ open, typed, onOpen }: SheetsProps) {
  const close = () => onOpen("none");
  return (
    <>
      <Dialog title="Command palette" open={open === "palette"} onOpenChange={close}>
        <div data-sheet>
          <PaletteSearch first={typed} onClose={close} onShowKeys={() => onOpen("keys")} />
        </div>
      </Dialog>
      <Dialog title="Keyboard shortcuts" open={open === "keys"} onOpenChange={close}>
        <div data-sheet>
          <ShortcutList />
        </div>
      </Dialog>
    </>
  );
}
