import type { ComponentProps } from "react";

const LOOKS = {
  /** The one thing to do here. */
  main: "border-ink bg-ink text-ground hover:opacity-90",
  plain: "border-line bg-panel text-ink hover:border-edge",
  quiet: "border-transparent bg-transparent text-muted hover:text-ink",
  /** Answers a gate. */
  person: "border-person bg-person text-on-person hover:opacity-90",
} as const;

type ButtonProps = ComponentProps<"button"> & { look?: keyof typeof LOOKS };

/** A button of at least 36 pixels; `type` is `button` unless said otherwise. */
export function Button({ look = "plain", className = "", type = "button", ...rest }: ButtonProps) {
  const shape =
    "inline-flex min-h-9 items-center justify-center gap-2 rounded-lg border px-3 py-1.5 font-medium motion-safe:transition-opacity motion-safe:duration-150 disabled:cursor-not-allowed disabled:opacity-60";
  return <button type={type} className={`${shape} ${LOOKS[look]} ${className}`} {...rest} />;
}
