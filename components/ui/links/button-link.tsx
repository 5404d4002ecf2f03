import Link from "next/link";
import type { ComponentProps } from "react";
import { type Appearance, buttonClass } from "../button";

type ButtonLinkProps = ComponentProps<typeof Link> & Appearance;

/** A link that looks like a button: it leads somewhere and does nothing. */
export function ButtonLink({ variant, size, className, ...rest }: ButtonLinkProps) {
  return <Link className={buttonClass({ variant, size }, className)} {...rest} />;
}
