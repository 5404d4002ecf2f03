"use client";

import type { ComponentProps } from "react";
import { Tooltip } from "./tooltip";

type IconButtonProps = Omit<ComponentProps<"button">, "aria-label"> & {
  /** What it does: its name for a screen reader, and the tooltip of everybody else. */
  label: string;
  side?: "top" | "right" | "bottom" | "left";
};

/** A square button with an icon alone. */
export function IconButton({
  label,
  side = "bottom",
  className = "",
  type = "button",
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label} side={side}>
      <button
        type={type}
        aria-label={label}
        className={`inline-grid size-9 place-items-center rounded-lg border border-transparent text-muted hover:border-line hover:text-ink disabled:cursor-not-allowed disabled:opacity-60 ${className}`}
        {...rest}
      />
    </Tooltip>
  );
}
