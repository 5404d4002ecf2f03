"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useState, useTransition } from "react";
import { LiveButton } from "../ui/live";
import { DropdownMenu } from "../ui/overlay/dropdown-menu";
import { type ChooseTheme, THEMES, type Theme } from "./types";

const THEME_OPTIONS = {
  system: { Icon: Monitor, label: "System" },
  light: { Icon: Sun, label: "Light" },
  dark: { Icon: Moon, label: "Dark" },
} as const;

/** Light, dark, or as the system has it. The page changes at once; the choice is kept in a cookie. */
export function ThemeSwitch({ theme, choose }: { theme: Theme; choose: ChooseTheme }) {
  const [chosen, setChosen] = useState(theme);
  const [, startTransition] = useTransition();
  const pick = (next: Theme) => {
    setChosen(next);
    if (next === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    startTransition(() => choose(next));
  };
  const { Icon, label } = THEME_OPTIONS[chosen];
  return (
    <DropdownMenu
      label="Theme"
      trigger={
        <LiveButton
          data-act="Change theme"
          aria-label={`Theme: ${label}`}
          className="inline-grid size-9 place-items-center rounded-lg text-muted hover:text-ink"
        >
          <Icon aria-hidden="true" className="size-4" />
        </LiveButton>
      }
      items={THEMES.map((one) => ({
        key: one,
        label: THEME_OPTIONS[one].label,
        checked: one === chosen,
        onSelect: () => pick(one),
      }))}
    />
  );
}
