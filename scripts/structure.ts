import { runMain } from "./lib/main";
import { measure } from "./structure/measure";
import { formatStructures } from "./structure/report";
import { treeAt, workingTree } from "./structure/tree";

/** `npm run structure -- [revision]`: the measures of the house, beside those of a revision if one is given. */
runMain(async () => {
  const [revision] = process.argv.slice(2);
  const before = revision === undefined ? [] : [{ title: revision, structure: measure(treeAt(revision)) }];
  console.log(formatStructures([...before, { title: "now", structure: measure(workingTree()) }]));
  return 0;
});
