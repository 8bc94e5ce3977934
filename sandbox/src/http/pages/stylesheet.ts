/** The look of all pages of the sandbox, served at `/assets/page.css`: light and dark, phone and desktop. */
export const stylesheet = `:root {
  color-scheme: light dark;
  --ground: #eef1f6; --surface: #fff; --ink: #16202e; --quiet: #566273; --line: #c3cbd7;
  --accent: #1d4fc4; --on-accent: #fff; --error: #b3261e; --error-ground: #fdecea;
  --good: #1a6b3a; --good-ground: #e6f4ea; --notice: #5c4300; --notice-ground: #ffefc2;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #10151d; --surface: #1a222d; --ink: #e8edf4; --quiet: #a5b1c2; --line: #47556a;
    --accent: #8fb4ff; --on-accent: #0b1a3a; --error: #ffb4ab; --error-ground: #43201d;
    --good: #8fdba8; --good-ground: #173424; --notice: #ffe08a; --notice-ground: #3a2f10;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--surface); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
.notice { margin: 0; padding: .5rem 1rem; background: var(--notice-ground); color: var(--notice); text-align: center; font-size: .875rem; }
main { width: 100%; max-width: 27rem; margin: 0 auto; padding: 1.25rem 1rem 2rem; background: var(--surface); }
.wide main { max-width: 64rem; }
/* The corner is where dialogs have their closing button. */
.frame .notice { padding-right: 3.5rem; text-align: left; }
.frame main { max-width: none; padding-top: 1rem; }
@media (min-width: 32rem) {
  .card, .wide { background: var(--ground); }
  .card main, .wide main { margin: 2.5rem auto; padding: 2rem; border-radius: .75rem; box-shadow: 0 1px 2px #0002, 0 12px 32px #0001; }
}
h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.25; }
h2 { margin: 1.5rem 0 .5rem; font-size: 1.0625rem; }
p { margin: 0 0 1rem; }
a { color: var(--accent); }
code { font-family: ui-monospace, monospace; font-size: .9375em; }
.brand { display: flex; align-items: center; gap: .5rem; margin: 0 0 1rem; font-weight: 600; }
.brand::before { content: ""; width: 1.125rem; height: 1.125rem; border-radius: .3125rem; background: var(--accent); }
.quiet { color: var(--quiet); font-size: .875rem; }
.due { display: grid; grid-template-columns: 1fr auto; gap: .125rem 1rem; margin: 0 0 1.25rem; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem; }
.due dt { color: var(--quiet); }
.due dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.due .small { font-size: .8125rem; align-self: center; }
.due .total { color: var(--ink); font-weight: 600; font-size: 1.125rem; }
form { margin: 0; }
.field { margin: 0 0 1rem; min-width: 0; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 .75rem; align-items: start; }
label, legend { display: block; margin: 0 0 .25rem; padding: 0; font-weight: 600; font-size: .9375rem; }
input, select { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--surface); color: inherit; font: inherit; }
input[type="radio"], input[type="checkbox"] { flex: none; width: 1.25rem; min-height: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--accent); }
input[readonly] { background: var(--ground); }
fieldset { margin: 0 0 1rem; padding: 0; border: 0; min-width: 0; }
.choice { display: flex; align-items: center; gap: .75rem; min-height: 3rem; margin: 0 0 -1px; padding: .5rem .875rem; border: 1px solid var(--line); font-weight: 400; cursor: pointer; }
.choice:first-of-type { border-radius: .5rem .5rem 0 0; }
.choice:last-of-type { border-radius: 0 0 .5rem .5rem; margin: 0; }
.choice:only-of-type { border-radius: .5rem; }
.choice:has(:checked) { background: color-mix(in srgb, var(--accent) 10%, transparent); }
.hint { margin: .25rem 0 0; color: var(--quiet); font-size: .8125rem; }
.field.wrong input, .field.wrong select { border-color: var(--error); }
.wrong .error { margin: .25rem 0 0; color: var(--error); font-size: .875rem; }
.alert, .good { padding: .75rem 1rem; border-radius: .5rem; background: var(--error-ground); color: var(--error); }
.good { background: var(--good-ground); color: var(--good); }
button, .button { display: block; width: 100%; min-height: 2.875rem; margin: 0 0 .625rem; padding: .5rem 1rem; border: 1px solid var(--line); border-radius: .5rem; background: transparent; color: inherit; font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
button.main, .button.main { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
button:hover, .button:hover { filter: brightness(1.06); border-color: var(--quiet); }
.actions { margin-top: 1.25rem; }
.row { display: grid; grid-template-columns: 1fr 1fr; gap: 0 .75rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
details { margin: 1rem 0 0; border-top: 1px solid var(--line); padding-top: .75rem; }
summary { cursor: pointer; min-height: 1.5rem; font-size: .9375rem; font-weight: 600; }
table { width: 100%; border-collapse: collapse; font-size: .875rem; }
th, td { padding: .375rem .5rem .375rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
td code { white-space: nowrap; }
.scroll { overflow-x: auto; }
pre { margin: 0 0 1rem; padding: .75rem 1rem; overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; background: var(--ground); font-size: .875rem; line-height: 1.4; }
.wide p code, .wide li, .wide h2, .fields { overflow-wrap: anywhere; }
.operations { margin: 0; padding: 0; list-style: none; }
.operations li { padding: .25rem 0; }
section { margin: 2.5rem 0 0; padding: .25rem 0 0; border-top: 1px solid var(--line); }
.fields { margin: 0 0 1rem; font-size: .875rem; }
.fields > div { display: grid; gap: 0 1rem; padding: .375rem 0; border-bottom: 1px solid var(--line); }
.fields dd { margin: 0; }
@media (min-width: 44rem) { .fields > div { grid-template-columns: 18rem 1fr; } }
.phone { max-width: 17rem; margin: 0 auto 1.25rem; padding: 2rem 1rem 1.25rem; border: 3px solid var(--line); border-radius: 1.75rem; text-align: center; }
@media (forced-colors: active) { button.main, .button.main { border-width: 3px; } }
`;
