import { CAPABILITIES, type Capability } from "./capabilities";

/**
 * Who answers a gate. `names` are those by which gates may ask for them: of a person their name unless it says otherwise, of
 * a key none but those. `everyone`: accounts are off, and the one person there is stands for every name and role.
 */
export type Asked = {
  id: string;
  name: string;
  names?: readonly string[];
  roles: readonly string[];
  everyone?: boolean;
};

/** The same as the one who acts. Without the right to review nobody answers, changes, removes or goes round a control. */
export type Voter = Asked & { mayReview: boolean };

/** Somebody of a workspace, as gates look at who could answer them. */
export type Answerer = Asked & { capabilities: readonly Capability[] };

/** Somebody who could answer gates once; when and how their key ended. */
export type Departed = Pick<Asked, "id" | "name" | "roles"> & { at: number; how: "revoked" | "ended" };

/** The one person there is while accounts are off. */
export const localOperator: Answerer = {
  id: "local",
  name: "Local operator",
  roles: [],
  capabilities: CAPABILITIES,
  everyone: true,
};

/** A person as somebody who may review, by what a run keeps of them: their roles by then are not known. */
export const reviewerNamed = ({ id, name }: { id: string; name: string }): Voter => ({
  id,
  name,
  roles: [],
  mayReview: true,
  everyone: id === localOperator.id,
});
