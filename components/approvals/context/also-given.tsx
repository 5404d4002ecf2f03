import { attachmentNotes } from "@/lib/core/attachments/notes";
import { describeFile, MODELS, modelLines, SAID_BEFORE } from "@/lib/core/describe/gates/released-text";
import type { RunState } from "@/lib/core/run/state";
import { SeenText } from "../../ui/seen-text";
import { PanelSection } from "../panel-section";
import { LabelledText } from "./plan-text";
import { useNotesUnread } from "./unread";
import type { ApprovalContext } from "./use-approval-context";

type AlsoGivenProps = {
  state: Pick<RunState, "runId" | "mission" | "attachments" | "modelMarks" | "offered"> & {
    settings: Pick<RunState["settings"], "constraints" | "models">;
  };
  /** With their first lines; undefined where these are not known. */
  files: ApprovalContext["files"] | undefined;
  /** What people have said that these agents read, a line each. */
  said: readonly string[];
};

/** What agents among released work are given beside their tasks: the mission and what governs it, the files that came with it, and what people said before. */
export function AlsoGiven({ state, files, said }: AlsoGivenProps) {
  const { runId, mission, settings, attachments = [] } = state;
  const models = modelLines(state);
  const notes = files ?? attachmentNotes(attachments);
  const isUnknown = files === undefined && notes.length > 0;
  const box = useNotesUnread(isUnknown, () => undefined);
  return (
    <PanelSection title="Also given to its agents">
      <div ref={box} className="grid gap-1">
        <LabelledText runId={runId} label="Mission" text={mission} />
        {settings.constraints !== "" && (
          <LabelledText
            runId={runId}
            label="Constraints, for reviewers and planners"
            text={settings.constraints}
          />
        )}
        {models.length > 0 && <LabelledText runId={runId} label={MODELS} text={models.join("\n")} />}
        {said.length > 0 && <LabelledText runId={runId} label={SAID_BEFORE} text={said.join("\n")} />}
        {notes.map((file) =>
          file.begins === undefined ? (
            <span key={file.name} className="wrap-anywhere pl-4 text-xs first-letter:uppercase">
              <SeenText text={describeFile(file)} />
            </span>
          ) : (
            <LabelledText
              key={file.name}
              runId={runId}
              label={`${describeFile(file)} begins`}
              text={file.begins}
            />
          ),
        )}
        {isUnknown && (
          <p className="pl-4 text-amber text-xs">
            The first lines of these files could not be loaded. Load the page again.
          </p>
        )}
      </div>
    </PanelSection>
  );
}
