// No character here may mean something to XML: neither "and" signs nor "less than".
#include "phigp/report/html.h"

namespace phigp {

const char* html_style() {
  return R"css(
:root {
  color-scheme: light dark;
  --ground: #f4f5f7; --card: #ffffff; --text: #1b1f27; --muted: #59616e; --line: #c9ced6;
  --grid: #e6e8ec; --blue: #0068a8; --orange: #b84a00; --green: #00775a; --purple: #8a3d78;
  --grey: #6a7280; --warn: #fff4e0; --warn-line: #c77700;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12151a; --card: #1a1e25; --text: #e5e8ec; --muted: #a4adba; --line: #444c59;
    --grid: #2b313b; --blue: #5fb3ee; --orange: #f4914d; --green: #45c79f; --purple: #d68fc8;
    --grey: #9aa3b1; --warn: #33270f; --warn-line: #e0a030;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 1rem; max-width: 1180px; background: var(--ground); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  overflow-wrap: anywhere;
}
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0.4rem 0 0.2rem; }
h2 { font-size: 1.2rem; margin: 0 0 0.7rem; }
h3 { font-size: 1rem; margin: 1.2rem 0 0.4rem; }
p { margin: 0.5rem 0; }
a { color: var(--blue); }
nav { margin: 0.6rem 0 1rem; display: flex; flex-wrap: wrap; gap: 0.2rem 1rem; font-size: 0.92rem; }
section, .tile {
  background: var(--card); border: 1px solid var(--line); border-radius: 8px;
}
section { padding: 1rem 1.1rem; margin: 0 0 1rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(7.4rem, 1fr)); gap: 0.6rem;
  margin: 0 0 1rem; }
.tile { padding: 0.5rem 0.7rem; }
.tile b { display: block; font-size: 1.2rem; line-height: 1.35; font-variant-numeric: tabular-nums; }
.tile b.long { font-size: 0.92rem; line-height: 1.3; }
.tile span { color: var(--muted); font-size: 0.85rem; }
.note, footer { color: var(--muted); font-size: 0.88rem; }
.warn { background: var(--warn); border-left: 4px solid var(--warn-line); margin: 0 0 1rem;
  padding: 0.6rem 1rem; border-radius: 4px; }
.warn ul { margin: 0.2rem 0; padding-left: 1.1rem; }
.scroll { overflow-x: auto; max-width: 100%; }
.tall { max-height: 26rem; overflow-y: auto; }
table { border-collapse: collapse; font-size: 0.92rem; font-variant-numeric: tabular-nums;
  overflow-wrap: normal; }
th, td { text-align: left; padding: 0.25rem 0.9rem 0.25rem 0; border-bottom: 1px solid var(--grid);
  vertical-align: top; }
th { color: var(--muted); font-weight: 600; white-space: nowrap; }
td:first-child, .n { white-space: nowrap; }
.n { text-align: right; }
.w { min-width: 22rem; }
dl { display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; gap: 0.2rem 1.2rem; margin: 0; }
dt { color: var(--muted); }
dd { margin: 0; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 23rem), 1fr));
  gap: 1rem 1.4rem; margin: 0.8rem 0; }
figure { margin: 0; max-width: 31rem; }
figcaption { font-size: 0.9rem; min-height: 1.5rem; }
figcaption b { margin-right: 0.5rem; }
.key { color: var(--muted); margin-right: 0.7rem; white-space: nowrap; font-size: 0.85rem; }
.key i { display: inline-block; width: 1.2rem; vertical-align: middle; margin-right: 0.3rem; }
i.line { border-top: 3px solid; }
i.dashes { border-top: 3px dashed; }
i.dot { width: 0.6rem; height: 0.6rem; border-radius: 50%; background: currentcolor; }
i.area { height: 0.7rem; background: currentcolor; opacity: 0.5; border-radius: 2px; }
i.blue { color: var(--blue); }
i.orange { color: var(--orange); }
i.green { color: var(--green); }
i.purple { color: var(--purple); }
i.grey { color: var(--grey); }
svg { display: block; width: 100%; height: auto; }
svg text { font-family: inherit; }
math {
  font-size: 1.1rem;  /* by name: what a browser takes for mathematics may know nothing of indices */
  font-family: "STIX Two Math", "Cambria Math", "Latin Modern Math", "DejaVu Math TeX Gyre", math;
}
math[display="block"] { margin: 0.6rem 0; text-align: left; width: max-content; padding-right: 1rem; }
code { font-size: 0.92em; overflow-wrap: anywhere; }
.names td:first-child { white-space: normal; min-width: 7rem; max-width: 16rem; }
.relevance { width: 100%; }
.relevance td:nth-child(2) { width: 60%; min-width: 4rem; }
.bar { height: 0.8rem; margin-top: 0.35rem; background: var(--blue); border-radius: 2px; min-width: 1px; }
.changed td { font-weight: 600; }
)css";
}

}  // namespace phigp
