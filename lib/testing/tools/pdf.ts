/** A PDF with these texts, a page each, a line of the page for each line of the text. */
export function pdfOf(
  pages: readonly string[],
  content: (text: string) => string = pageContent,
  font = "/Subtype /Type1 /BaseFont /Helvetica",
): Uint8Array {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    `<< /Type /Font ${font} >>`,
    ...pages.flatMap((text, index) => {
      const stream = content(text);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + 2 * index} 0 R /Resources << /Font << /F 3 0 R >> >> >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  let body = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const rows = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF`;
  return new TextEncoder().encode(body + end);
}

const pageContent = (text: string): string => {
  const lines = text.split("\n").map((line) => `(${line.replace(/[()\\]/g, "\\$&")}) Tj T*`);
  return `BT /F 12 Tf 14 TL 72 720 Td ${lines.join(" ")} ET`;
};
