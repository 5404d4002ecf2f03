"use client";

import "./style-nonce";
import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

export type MenuItem = {
  key: string;
  label: ReactNode;
  onSelect: () => void;
  /** Set for a choice among the menu's items: whether it is the one in force. */
  checked?: boolean;
  disabled?: boolean;
};

type DropdownMenuProps = {
  trigger: ReactElement;
  items: readonly MenuItem[];
  /** A heading inside the menu. */
  label?: string;
  side?: "top" | "right" | "bottom" | "left";
  align?: "start" | "end";
};

/** A menu under a button. */
export function DropdownMenu({ trigger, items, label, side = "bottom", align = "end" }: DropdownMenuProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="motion-enter z-50 min-w-44 rounded-xl border border-line bg-raised p-1 text-ink shadow-float"
        >
          {label && <Radix.Label className="px-2.5 py-1.5 text-muted text-xs">{label}</Radix.Label>}
          {items.map((item) => (
            <Item key={item.key} item={item} />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const ROW =
  "flex min-h-9 cursor-pointer select-none items-center gap-2 rounded-lg px-2.5 outline-none data-[highlighted]:bg-ground data-[disabled]:cursor-not-allowed data-[disabled]:opacity-60";

function Item({ item: { label, onSelect, checked, disabled = false } }: { item: MenuItem }) {
  if (checked === undefined) {
    return (
      <Radix.Item className={ROW} disabled={disabled} onSelect={onSelect}>
        {label}
      </Radix.Item>
    );
  }
  return (
    <Radix.CheckboxItem className={ROW} disabled={disabled} checked={checked} onSelect={onSelect}>
      {label}
      <Radix.ItemIndicator className="ml-auto">
        <Check aria-hidden="true" className="size-4" />
      </Radix.ItemIndicator>
    </Radix.CheckboxItem>
  );
}
