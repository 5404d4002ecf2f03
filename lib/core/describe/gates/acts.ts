import type { ActPlaces } from "../../run/events/release";
import { formatTools } from "../tools";
import { fedByNote, formatPlaces } from "./places";

/** What a task may do outside, in words that stand below its title. */
export const describeAct = ({ tools, moreTools, fedBy, ...places }: ActPlaces): string =>
  `Acts outside by ${formatTools(tools, moreTools)}${fedByNote(fedBy)}${formatPlaces(places)}`;
