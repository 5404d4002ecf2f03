import { RUN_GROUPS, type RunsView } from "@/components/run-list/runs-view";
import { type AddressQuery, readAddress } from "@/lib/core/inputs/address";
import { runListInput } from "@/lib/services/runs/list";

/** Fields as the list of runs takes them, but for what groups say; the text of the mission has a shorter name. */
const fields = runListInput
  .omit({ status: true, gate: true, order: true, text: true })
  .extend({ q: runListInput.shape.text });

/** Reads which runs the page's address asks for. */
export const runsView = (query: AddressQuery): RunsView => readAddress(fields, query, { show: RUN_GROUPS });
