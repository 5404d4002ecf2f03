"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { keepCookie } from "@/lib/client/keep-cookie";
import { LiveButton } from "../ui/live";
import { DropdownMenu } from "../ui/overlay/dropdown-menu";
import { THEME_COOKIE, THEMES, type Theme } from "./types";

const THEME_OPTIONS = {
  system: { Icon: Monitor, label: "System" },
  light: { Icon: Sun, label: "Light" },
  dark: { Icon: Moon, label: "Dark" },
} as const;

/** Light, dark, or as the system has it. The page changes at once; the choice is kept in a cookie. */
export function ThemeSwitch({ theme }: { theme: Theme }) {
  const [chosen, setChosen] = useState(theme);
  const pick = (next: Theme) => {
    setChosen(next);
    if (next === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    keepCookie(THEME_COOKIE, next);
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
