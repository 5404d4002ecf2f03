"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "../ui/button";

const KeepAgent = dynamic(() => import("./keep-agent").then((room) => room.KeepAgent), { ssr: false });

/** Keeps an agent of a recent run in the library. */
export function KeepAgentButton({ agent, runId }: { agent: string; runId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        className="justify-self-start"
        aria-haspopup="dialog"
        aria-label={`Save as template: ${agent}`}
        onClick={() => setOpen(true)}
      >
        Save as template
      </Button>
      {isOpen && <KeepAgent agent={agent} runId={runId} onClose={() => setOpen(false)} />}
    </>
  );
}
