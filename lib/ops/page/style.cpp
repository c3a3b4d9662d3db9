// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/page/style.hpp"

namespace ncf::ops::page {

std::string_view style_sheet() noexcept {
  return R"(
:root {
  color-scheme: light dark;
  --back: #ffffff; --panel: #f4f6f8; --text: #1c2127; --quiet: #545d68; --line: #d3d9df;
  --link: #0a5bb5; --mark: #2f6fab; --choice: #b3261e; --edge: #6a7480;
  --c0: #e7eff8; --c1: #d0e1f2; --c2: #b2cee9; --c3: #8fb7dd; --c4: #689dce; --c5: #4481bb;
  --c6: #2864a0; --c7: #154a80; --c8: #072c57;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #14181d; --panel: #1d232a; --text: #e6eaee; --quiet: #a5afba; --line: #39424c;
    --link: #86b9f2; --mark: #6fa8dc; --choice: #ff8a80; --edge: #8a95a1;
    --c0: #1b2a3a; --c1: #1f3a55; --c2: #244c72; --c3: #2e6190; --c4: #4079ae; --c5: #5b94c8;
    --c6: #84b2dd; --c7: #b3d2ee; --c8: #e9f3fc;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 72rem; padding: 1rem; background: var(--back); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif;
}
h1 { font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin-top: 2.5rem; overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin-top: 1.75rem; overflow-wrap: anywhere; }
p, li { max-width: 44rem; overflow-wrap: anywhere; }
ul { padding-left: 1.25rem; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.scroll { overflow-x: auto; max-width: 100%; margin: 1rem 0; }
table {
  width: max-content; border-collapse: collapse; font-size: 0.9rem;
  font-variant-numeric: tabular-nums;
}
caption { text-align: left; color: var(--quiet); padding: 0.25rem 0; }
th, td {
  max-width: 24rem; padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: top;
  overflow-wrap: anywhere;
}
thead th { color: var(--quiet); font-weight: 600; border-bottom: 2px solid var(--line); }
tbody tr > * { border-bottom: 1px solid var(--line); }
tbody th { font-weight: 600; }
th.number, td.number { text-align: right; white-space: nowrap; }
svg.bar { display: block; width: 8rem; height: 0.75rem; margin-top: 0.35rem; }
.bar .whole { fill: var(--panel); }
.bar .part { fill: var(--mark); }
figure { margin: 1rem 0; }
figcaption { margin: 0.35rem 0; color: var(--quiet); font-size: 0.9rem; }
svg.map, svg.chart { display: block; max-width: 100%; height: auto; }
svg.chart { width: 36rem; }
svg.map rect, svg.swatch rect { stroke: var(--line); stroke-width: 0.5; }
svg.square { display: block; width: 1.25rem; height: 1.25rem; }
svg.square rect { stroke: var(--line); stroke-width: 0.5; }
.square rect.kept { fill: var(--text); stroke: none; }
svg.swatch { width: 1rem; height: 1rem; vertical-align: -0.15rem; margin-right: 0.35rem; }
ul.legend { list-style: none; padding: 0; margin: 0.5rem 0; }
ul.legend li { display: inline-block; margin-right: 1rem; white-space: nowrap; }
.none { fill: none; }
.c0 { fill: var(--c0); } .c1 { fill: var(--c1); } .c2 { fill: var(--c2); }
.c3 { fill: var(--c3); } .c4 { fill: var(--c4); } .c5 { fill: var(--c5); }
.c6 { fill: var(--c6); } .c7 { fill: var(--c7); } .c8 { fill: var(--c8); }
.chart text { fill: var(--text); font-size: 11px; }
.chart .axis { stroke: var(--edge); stroke-width: 1; fill: none; }
.chart .grid { stroke: var(--line); stroke-width: 0.5; fill: none; }
.chart .front { stroke: var(--mark); stroke-width: 1.5; fill: none; }
.chart .point { fill: var(--mark); }
.chart .other { fill: var(--back); stroke: var(--edge); stroke-width: 1.5; }
.chart .choice { fill: none; stroke: var(--choice); stroke-width: 2.5; }
details { margin: 0.75rem 0; }
summary { cursor: pointer; color: var(--link); padding: 0.25rem 0; }
pre {
  background: var(--panel); border: 1px solid var(--line); border-radius: 0.25rem; padding: 0.75rem;
  white-space: pre-wrap; overflow-wrap: anywhere; user-select: all;
}
pre span { display: inline-block; max-width: 100%; }
)";
}

}  // namespace ncf::ops::page
