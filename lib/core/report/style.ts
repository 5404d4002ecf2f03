import type { Markup } from "./markup";

/** Colors of the console (app/globals.css) as they stand in files, which have no style sheet of the console. */
const COLORS = {
  ground: ["#f6f7f9", "#0b0e14"],
  panel: ["#ffffff", "#11151d"],
  line: ["#e2e6ec", "#232a37"],
  edge: ["#8490a3", "#5f6a7d"],
  ink: ["#161b25", "#e6eaf2"],
  plain: ["#566072", "#98a2b4"],
  run: ["#1c66d0", "#5fa6fa"],
  ok: ["#14754f", "#3fb68b"],
  amber: ["#8a5f07", "#e0a83a"],
  retry: ["#ad4f0e", "#f08c4a"],
  bad: ["#c22a38", "#f2727d"],
  person: ["#6b46e5", "#a98bff"],
} as const;

/** Rules by class, not variables: programs that draw pictures without being browsers read them too. */
function colorRules(shade: 0 | 1): string {
  return Object.entries(COLORS)
    .map(([name, shades]) => {
      const color = shades[shade];
      return `.f-${name}{fill:${color}}.s-${name}{stroke:${color}}.c-${name}{color:${color}}`;
    })
    .join("");
}

const variables = (shade: 0 | 1): string =>
  Object.entries(COLORS)
    .map(([name, shades]) => `--${name}:${shades[shade]};`)
    .join("");

/** On paper everything is light. */
const whenDark = (rules: string): string => `@media screen and (prefers-color-scheme:dark){${rules}}`;

const FONT = 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif';

/** What pictures need, alone or in a page. */
const PICTURE_RULES = `${colorRules(0)}${whenDark(colorRules(1))}
svg text{font-family:${FONT};font-size:11.5px}svg .title{font-size:13px;font-weight:600}
.gone{text-decoration:line-through}.dashed{stroke-dasharray:3 4}.right{text-anchor:end}.middle{text-anchor:middle}`;

const PAGE_RULES = `
:root{color-scheme:light dark;${variables(0)}}${whenDark(`:root{${variables(1)}}`)}
*{box-sizing:border-box}
body{margin:0 auto;max-width:80rem;padding:1.5rem;background:var(--ground);color:var(--ink);font:14px/1.5 ${FONT};font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
h1{margin:0;font-size:1.35rem;line-height:1.3;white-space:pre-wrap}h2{margin:0 0 .6rem;font-size:1.05rem}h3{margin:0 0 .25rem;font-size:.9rem}
p{margin:.25rem 0}a{color:inherit}
section,header{margin-bottom:1rem;border:1px solid var(--line);border-radius:.75rem;background:var(--panel);padding:1rem}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;list-style:none;margin:.75rem 0 0;padding:0}
dl{display:flex;flex-wrap:wrap;gap:.5rem 1.75rem;margin:.75rem 0 0}dt,.note{color:var(--plain);font-size:.85rem}dd{margin:0;font-weight:500}
.status{font-weight:600}.scroll{overflow-x:auto}
.scroll svg{display:block}
table{border-collapse:collapse;width:100%;min-width:36rem}.costs table{min-width:0}caption{padding-top:.75rem;text-align:left}th,td{padding:.3rem .75rem .3rem 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}
th{color:var(--plain);font-weight:500;font-size:.85rem}tbody th{color:inherit;font-size:inherit}.number{text-align:right;white-space:nowrap}
pre{margin:.25rem 0 0;max-height:22rem;overflow:auto;padding:.6rem .75rem;border-radius:.5rem;background:var(--ground);font:12.5px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre-wrap;unicode-bidi:plaintext}
pre.prose{font:inherit}
ol,ul.plain{margin:0;padding:0;list-style:none}article{padding:.6rem 0;border-top:1px solid var(--line)}article:first-of-type{border-top:0}
.said{white-space:pre-wrap;unicode-bidi:plaintext}
.log li{display:grid;grid-template-columns:10.5rem 6.5rem minmax(0,1fr);gap:0 .75rem;padding:.3rem 0;border-bottom:1px solid var(--line)}
.log time{color:var(--plain);font-size:.85rem}.log b{font-weight:600}
footer{color:var(--plain);font-size:.85rem}
@media (max-width:40rem){body{padding:.75rem}section,header{padding:.75rem}.log li{grid-template-columns:auto 1fr}.log .said{grid-column:1/-1}.costs .less{display:none}}
@media print{:root{color-scheme:light}@page{margin:14mm}body{max-width:none;padding:0;background:none;font-size:10.5pt}section,header{border:0;border-radius:0;padding:0;margin-bottom:8mm}nav{display:none}
.scroll{overflow:visible}table{min-width:0}.scroll svg{max-width:100%;height:auto}pre{max-height:none;border:1px solid var(--line);background:none}
h2,h3{break-after:avoid}tr,.log li,svg,.keep{break-inside:avoid}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}`;

export const PICTURE_STYLE: Markup = { markup: PICTURE_RULES };
export const PAGE_STYLE: Markup = { markup: `${PICTURE_RULES}${PAGE_RULES}` };
