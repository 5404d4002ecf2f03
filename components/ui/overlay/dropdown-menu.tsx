"use client";

import dynamic from "next/dynamic";
import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import type { Align, Side } from "./floating";
import type { MenuEntry, MenuItem } from "./menu";

export type { MenuItem } from "./menu";

const loadMenu = () => import("./menu").then((room) => room.Menu);
const Menu = dynamic(loadMenu, { ssr: false });
const preloadMenu = (): void => void loadMenu().catch(() => undefined);

const itemsOfButtons = new WeakMap<Element, readonly MenuItem[]>();

/** What the menu of a button offers, also while it is closed; undefined for a button without one. */
export const menuItemsOf = (button: Element): readonly MenuItem[] | undefined => itemsOfButtons.get(button);

type DropdownMenuProps = {
  /** A button. */
  trigger: ReactElement<ComponentProps<"button">>;
  items: readonly MenuItem[];
  /** A heading inside the menu. */
  label?: string;
  side?: Side;
  align?: Align;
};

/** A menu under a button, with the keys of the ARIA pattern "menu button"; the focus returns to the button. */
export function DropdownMenu({ trigger, items, label, side = "bottom", align = "end" }: DropdownMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [entry, setEntry] = useState<MenuEntry>();
  useEffect(() => {
    if (button.current) itemsOfButtons.set(button.current, items);
  });
  const { onPointerEnter, onFocus } = trigger.props;
  const close = () => setEntry(undefined);
  const isOpen = entry !== undefined;
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        id: `${id}-button`,
        "aria-haspopup": "menu",
        "aria-expanded": isOpen,
        "aria-controls": isOpen ? id : undefined,
        onPointerEnter: (event) => {
          preloadMenu();
          onPointerEnter?.(event);
        },
        onFocus: (event) => {
          preloadMenu();
          onFocus?.(event);
        },
        onClick: ({ detail }) => setEntry(isOpen ? undefined : detail === 0 ? "first" : "menu"),
        onKeyDown: (event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          setEntry(event.key === "ArrowDown" ? "first" : "last");
        },
      })}
      {isOpen && (
        <Menu
          id={id}
          button={button}
          items={items}
          label={label}
          side={side}
          align={align}
          entry={entry}
          onClose={close}
        />
      )}
    </>
  );
}
