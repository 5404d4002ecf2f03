/** Works out once what follows from one list alone: none of these ever changes, another version is another list. */
export function oncePerList<Item, T extends object>(workOut: (list: readonly Item[]) => T) {
  const known = new WeakMap<readonly Item[], T>();
  return (list: readonly Item[]): T => {
    const found = known.get(list) ?? workOut(list);
    known.set(list, found);
    return found;
  };
}
