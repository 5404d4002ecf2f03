"use client";

import { type ReactNode, useState } from "react";
import { useFileDrop } from "../ui/behavior/use-file-drop";
import { FileButton } from "../ui/file-button";
import { PLAN_FILE_TYPES, readPlanFile } from "./reading/read-plan-file";

type PlanImportProps = {
  onText(text: string, fileName: string): void;
  /** Where a file may be dropped. */
  children: ReactNode;
  /** Further buttons beside the one that chooses a file. */
  beside?: ReactNode;
};

/** A place onto which a plan's file may be dropped, and a button that chooses one. */
export function PlanImport({ onText, children, beside }: PlanImportProps) {
  const [problem, setProblem] = useState<string>();
  const take = async (file: File | undefined) => {
    if (!file) return;
    const read = await readPlanFile(file);
    setProblem("problem" in read ? read.problem : undefined);
    if ("text" in read) onText(read.text, file.name);
  };
  const { dropProps, outline } = useFileDrop(([file]) => void take(file));
  return (
    <section aria-label="Plan text" {...dropProps} className={`grid gap-2 rounded-lg ${outline}`}>
      {children}
      <div className="flex flex-wrap items-center gap-2">
        <FileButton label="Plan file" accept={PLAN_FILE_TYPES.join()} onFiles={([file]) => void take(file)}>
          Import file
        </FileButton>
        {beside}
      </div>
      <FileProblem problem={problem} />
    </section>
  );
}

/** Why a file was not taken, announced when it appears. */
const FileProblem = ({ problem }: { problem: string | undefined }) => (
  <p role="alert" className="text-bad text-xs empty:sr-only">
    {problem && (
      <>
        <span aria-hidden="true">✕ </span>
        {problem}
      </>
    )}
  </p>
);
