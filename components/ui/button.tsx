import type { ComponentProps } from "react";
import { LiveButton } from "./live";

const VARIANTS = {
  /** The one thing to do here. */
  main: "border-ink bg-ink text-ground hover:opacity-90",
  plain: "border-line bg-panel text-ink hover:border-edge",
  quiet: "border-transparent bg-transparent text-muted hover:text-ink",
  /** Answers a gate. */
  person: "border-person bg-person text-on-person hover:opacity-90",
  /** Ends something that cannot be taken back. */
  danger: "border-bad bg-panel text-bad hover:bg-bad/10",
} as const;

const SIZES = {
  normal: "min-h-9 pointer-coarse:min-h-11 px-3 py-1.5",
  small: "min-h-7 px-2 py-0.5 text-xs",
} as const;

const SHAPE =
  "inline-flex items-center justify-center gap-2 rounded-lg border font-medium disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60";

export type ButtonVariant = keyof typeof VARIANTS;
export type Appearance = { variant?: ButtonVariant; size?: keyof typeof SIZES };
type ButtonProps = ComponentProps<"button"> & Appearance;

/** A button of at least 36 pixels, 44 under a thumb, or 28 when `small`; `type` is `button` unless said otherwise. */
export function Button({ variant, size, className, ...rest }: ButtonProps) {
  return <LiveButton className={buttonClass({ variant, size }, className)} {...rest} />;
}

/** What makes a link or a label look like a button. */
export function buttonClass({ variant = "plain", size = "normal" }: Appearance = {}, className = ""): string {
  return `${SHAPE} ${SIZES[size]} ${VARIANTS[variant]} ${className}`;
}
