/** A terminal that keeps what commands write, `out` and `err` apart. */
export function keptTerminal() {
  let [out, err] = ["", ""];
  return {
    terminal: {
      result(text: string) {
        out += `${text}\n`;
      },
      progress(line: string) {
        err += `${line}\n`;
      },
    },
    told: () => ({ out, err }),
  };
}
