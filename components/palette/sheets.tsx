"use client";

import { Dialog } from "../ui/overlay/dialog";
import { PaletteSearch } from "./palette";
import { ShortcutList } from "./shortcut-list";

type SheetsProps = { open: "keys" | "palette" | "none"; onOpen(sheet: "keys" | "none"): void };

/** What the keys of every page open; loaded when one of them is first asked for. */
export function Sheets({ open, onOpen }: SheetsProps) {
  const close = () => onOpen("none");
  return (
    <>
      <Dialog title="Command palette" open={open === "palette"} onOpenChange={close}>
        <PaletteSearch onClose={close} onShowKeys={() => onOpen("keys")} />
      </Dialog>
      <Dialog title="Keyboard shortcuts" open={open === "keys"} onOpenChange={close}>
        <ShortcutList />
      </Dialog>
    </>
  );
}
