import type { ReactNode } from "react";

type DownloadLinkProps = { href: string; onDownload?: () => void; children: ReactNode };

/** A link to a file that looks like a button; the browser keeps what it leads to. */
export function DownloadLink({ href, onDownload, children }: DownloadLinkProps) {
  return (
    <a
      href={href}
      download
      onClick={onDownload}
      className="inline-flex min-h-9 items-center rounded-lg border border-line bg-panel px-3 py-1.5 font-medium hover:border-edge pointer-coarse:min-h-11"
    >
      {children}
    </a>
  );
}
