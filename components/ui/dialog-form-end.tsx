import type { ReactNode } from "react";
import { Button } from "./button";
import { DialogClose } from "./dialog";
import { Problem, type ProblemFacts } from "./problem";

type DialogFormFooterProps = {
  /** What was wrong with the last try. */
  problem: ProblemFacts | undefined;
  disabled: boolean;
  /** What sending does, on its button. */
  children: ReactNode;
};

/** The end of a form in a dialog: what went wrong, and the buttons that leave it and that send it. */
export function DialogFormFooter({ problem, disabled, children }: DialogFormFooterProps) {
  return (
    <>
      <Problem problem={problem} />
      <div className="flex flex-wrap justify-end gap-2">
        <DialogClose>
          <Button>Not now</Button>
        </DialogClose>
        <Button type="submit" variant="main" disabled={disabled}>
          {children}
        </Button>
      </div>
    </>
  );
}
