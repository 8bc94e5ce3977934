/**
 * The design of everything that the sandbox shows, served at `/assets/tokens.css`: colors for light and dark, sizes, and
 * the look of plain elements. Provider pages, portal, catalog, API reference and inspector build on it.
 *
 * Text colors have a contrast of at least 4.5:1 on `--ground` and `--surface`, and so has each meaning on its own tint.
 * The three meanings also differ by the shape of their mark.
 */
export const designTokens = `:root {
  color-scheme: light dark;
  --ground: #f6f7f9; --surface: #fff; --ink: #1b1f24;
  --grey: #5b6470; --line: #dfe3e8;
  --accent: #2450c8; --on-accent: #fff;
  --ok: #17683a; --wait: #7d5200; --fail: #b3261e;
  --font: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --text-12: .75rem; --text-13: .8125rem; --text-14: .875rem; --text-16: 1rem; --text-20: 1.25rem;
  --radius: 6px;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0e1116; --surface: #161a21; --ink: #e6e9ee;
    --grey: #9aa4b1; --line: #2a313b;
    --accent: #8fb2ff; --on-accent: #0c1a38;
    --ok: #74d19a; --wait: #e6b858; --fail: #ff9d93;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: var(--text-14)/1.45 var(--font); }
h1, h2, h3 { margin: 0; line-height: 1.25; font-weight: 600; text-wrap: balance; }
h1 { font-size: var(--text-20); }
h2 { font-size: var(--text-16); }
h3 { font-size: var(--text-14); }
p, dl, dd, ul, ol, pre, fieldset { margin: 0; }
a { color: var(--accent); text-underline-offset: 2px; }
code, pre { font-family: var(--mono); font-size: .9286em; }
hr { margin: 0; border: 0; border-top: 1px solid var(--line); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
[hidden] { display: none !important; }

button, .button {
  display: inline-flex; align-items: center; justify-content: center; gap: 8px; min-height: 32px; padding: 4px 12px;
  border: 1px solid var(--grey); border-radius: var(--radius); background: var(--surface); color: var(--ink);
  font: inherit; font-weight: 500; text-align: center; text-decoration: none; cursor: pointer;
}
button:hover, .button:hover { background: color-mix(in srgb, var(--ink) 6%, var(--surface)); }
button.main, .button.main { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
button.main:hover, .button.main:hover { background: color-mix(in srgb, var(--ink) 14%, var(--accent)); }
button.danger { border-color: var(--fail); color: var(--fail); }
input, select, textarea {
  width: 100%; min-height: 32px; padding: 4px 8px; border: 1px solid var(--grey); border-radius: var(--radius);
  background: var(--surface); color: inherit; font: inherit;
}
input[readonly] { border-color: var(--line); background: var(--ground); }
input[type="radio"], input[type="checkbox"] { flex: none; width: 16px; height: 16px; min-height: 0; margin: 0; accent-color: var(--accent); }

table { width: 100%; border-collapse: collapse; font-size: var(--text-13); font-variant-numeric: tabular-nums; }
th, td { height: 32px; padding: 4px 16px 4px 0; border-bottom: 1px solid var(--line); text-align: left; }
th { color: var(--grey); font-weight: 500; }
th:last-child, td:last-child { padding-right: 0; }
.number { text-align: right; white-space: nowrap; }
.quiet { color: var(--grey); font-size: var(--text-13); }

/* The three meanings. Their marks differ in shape: a disc, a ring, a diamond. */
.ok { --meaning: var(--ok); }
.wait { --meaning: var(--wait); }
.fail { --meaning: var(--fail); }
.mark { color: var(--meaning); font-weight: 500; }
.mark::before, .message::before { content: ""; display: inline-block; box-sizing: border-box; flex: none; width: 8px; height: 8px; background: var(--meaning); }
.mark::before { margin-right: 8px; }
.ok::before { border-radius: 50%; }
.wait::before { border: 2px solid var(--meaning); border-radius: 50%; background: transparent !important; }
.fail::before { rotate: 45deg; }
.message {
  display: flex; gap: 12px; padding: 8px 12px; border: 1px solid color-mix(in srgb, var(--meaning) 40%, var(--surface));
  border-radius: var(--radius); background: color-mix(in srgb, var(--meaning) 7%, var(--surface)); color: var(--meaning);
}
.message::before { margin-top: 6px; }
@media (forced-colors: active) {
  .mark::before, .message::before { forced-color-adjust: none; }
  button.main, .button.main { border-width: 3px; }
}
`;
