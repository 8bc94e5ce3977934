/**
 * Styles of customers' pages in addition to the design tokens, served at `/assets/page.css`: phone first, a card on
 * desktops.
 */
export const pageStylesheet = `body { min-height: 100vh; background: var(--surface); font-size: var(--text-16); }
.notice {
  padding: 8px 16px; border-bottom: 1px solid var(--line); background: var(--ground);
  color: var(--grey); font-size: var(--text-12); text-align: center;
}
main { width: 100%; max-width: 432px; margin: 0 auto; padding: 20px 16px 32px; }
main > * + *, form > * + *, .actions > * + *, details > * + * { margin-top: 16px; }
main > h2 { margin-top: 32px; }
main > h2 + * { margin-top: 8px; }
.wide main { max-width: 1024px; }
/* In a frame, the corner is where dialogs have their close button. */
.frame .notice { padding-right: 56px; text-align: left; }
.frame main { max-width: none; padding-top: 16px; }
@media (min-width: 512px) {
  .card, .wide { background: var(--ground); }
  .card main, .wide main {
    margin: 40px auto; padding: 32px; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface);
  }
}
.brand { display: flex; align-items: center; gap: 8px; color: var(--grey); font-size: var(--text-14); font-weight: 500; }
.brand::before { content: ""; width: 12px; height: 12px; border-radius: 3px; background: var(--accent); }
.brand + h1 { margin-top: 4px; }

.facts { display: grid; grid-template-columns: auto 1fr; font-size: var(--text-14); }
.facts > * { padding: 8px 0; border-bottom: 1px solid var(--line); }
.facts dt { padding-right: 16px; color: var(--grey); }
.facts dd { text-align: right; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.facts .total { color: var(--ink); font-size: var(--text-16); font-weight: 600; }

button, .button { display: flex; width: 100%; min-height: 44px; padding: 8px 16px; }
.row, .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
.row > button { padding: 8px; font-size: var(--text-14); }
.actions { padding-top: 8px; }
.actions > * + * { margin-top: 12px; }
.field { min-width: 0; }
label, legend { display: block; padding: 0 0 4px; font-size: var(--text-14); font-weight: 500; }
input, select { min-height: 44px; padding: 8px 12px; }
fieldset { padding: 0; border: 0; min-width: 0; }
.choice {
  display: flex; align-items: center; gap: 12px; min-height: 48px; margin: 0; padding: 8px 12px;
  border: 1px solid var(--line); font-size: var(--text-16); font-weight: 400; cursor: pointer;
}
.choice + .choice { border-top: 0; }
.choice:first-of-type { border-radius: var(--radius) var(--radius) 0 0; }
.choice:last-of-type { border-radius: 0 0 var(--radius) var(--radius); }
.choice:only-of-type { border-radius: var(--radius); }
.choice:has(:checked) { background: color-mix(in srgb, var(--accent) 8%, transparent); }
.hint { padding-top: 4px; color: var(--grey); font-size: var(--text-13); }
.wrong input, .wrong select { border-color: var(--fail); }
.error { padding-top: 4px; color: var(--fail); font-size: var(--text-13); }
details { padding-top: 12px; border-top: 1px solid var(--line); font-size: var(--text-14); }
summary { min-height: 24px; font-weight: 500; cursor: pointer; }
.scroll { overflow-x: auto; }
td code { white-space: nowrap; }
.phone {
  max-width: 272px; margin: 0 auto; padding: 32px 16px 16px; border: 2px solid var(--line); border-radius: 24px; text-align: center;
}
.phone > * + * { margin-top: 12px; }
pre { padding: 12px; overflow-x: auto; border: 1px solid var(--line); border-radius: var(--radius); background: var(--ground); font-size: var(--text-13); }
.wide { font-size: var(--text-14); }
.chips { display: flex; flex-wrap: wrap; gap: 4px 16px; padding: 0; list-style: none; }
.copied { display: flex; align-items: center; gap: 8px; }
button.small { width: auto; min-height: 24px; padding: 0 8px; font-size: var(--text-12); white-space: nowrap; }
.wide p code, .wide li, .wide h2, .fields { overflow-wrap: anywhere; }
.operations { padding: 0; list-style: none; }
.operations li { padding: 4px 0; }
section { padding: 4px 0 0; }
main > section { margin-top: 40px; border-top: 1px solid var(--line); }
section > * + * { margin-top: 12px; }
.fields { font-size: var(--text-13); }
.fields > div { display: grid; gap: 0 16px; padding: 4px 0; border-bottom: 1px solid var(--line); }
@media (min-width: 704px) { .fields > div { grid-template-columns: 288px 1fr; } }
`;
