/** The look of plan cards, the control for their period, and prices by use. */
export const planLook = `
.cards { display: grid; gap: 12px; grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr)); }
.card {
  position: relative; display: grid; gap: 8px; align-content: start; padding: 16px; border: 1px solid var(--_border);
  border-radius: var(--_radius);
}
.card.choosable:hover { border-color: var(--_text); }
.card.on, .card.on:hover { border-color: var(--_accent); box-shadow: inset 0 0 0 1px var(--_accent); }
.card:has(input:focus-visible) { box-shadow: var(--_ring); }
.card-head { display: flex; gap: 8px; align-items: center; min-height: 24px; }
.card .name { margin: 0; font-size: 1em; line-height: 1.5; font-weight: 600; overflow-wrap: anywhere; }
.card label.name::after { content: ""; position: absolute; inset: 0; cursor: pointer; }
.card button, .card a { position: relative; }
.card input { position: relative; z-index: 1; }
.card input, .switch input { flex: none; width: 18px; height: 18px; margin: 0; accent-color: var(--_accent); }
.card .price { color: var(--_muted); }
.card .price b { color: var(--_text); font-size: 1.5em; line-height: 1.33; font-weight: 600; font-variant-numeric: tabular-nums; }
.card .price s { margin-inline-end: 6px; }
.card-price .note { margin-top: 2px; }
.tag { padding: 1px 8px; border-radius: 99px; background: color-mix(in srgb, var(--_accent) 12%, transparent); color: var(--_text); font-size: .8125em; font-weight: 500; white-space: nowrap; }
.tag.good { margin-inline-start: 8px; background: color-mix(in srgb, var(--_success) 14%, transparent); color: var(--_success); }
.card-head .tag { position: absolute; top: -11px; inset-inline-end: 12px; background: var(--_accent); color: var(--_on-accent); }
.features { display: grid; gap: 4px; list-style: none; font-size: .875em; line-height: 1.43; }
.features li { display: flex; gap: 8px; overflow-wrap: anywhere; }
.features li::before { content: ""; flex: none; width: 6px; height: 10px; margin: 2px 2px 0 4px; border: solid var(--_success); border-width: 0 1.5px 1.5px 0; transform: rotate(42deg); }
.switch { display: inline-flex; flex-wrap: wrap; gap: 4px; margin-bottom: 16px; padding: 4px; border-radius: var(--_radius); background: var(--_surface); box-shadow: inset 0 0 0 1px var(--_line); }
.switch label { margin: 0; font-size: .875em; font-weight: 500; cursor: pointer; }
.switch input { position: absolute; opacity: 0; }
.switch span { display: block; padding: 7px 16px; border-radius: calc(var(--_radius) - 3px); }
.switch :checked + span { background: var(--_field); box-shadow: 0 0 0 1px var(--_border); }
.switch :focus-visible + span { outline: 2px solid var(--_accent); }
.switch b { color: var(--_success); font-weight: 600; }
@media (forced-colors: active) { .switch :checked + span, .card.on { outline: 2px solid Highlight; } }
.by-use .title { margin-bottom: 8px; font-size: .875em; font-weight: 500; }
.by-use ul { display: grid; gap: 6px; list-style: none; color: var(--_muted); font-size: .875em; }
.use { display: flex; flex-wrap: wrap; gap: 2px 16px; justify-content: space-between; font-variant-numeric: tabular-nums; }
summary.use { cursor: pointer; text-decoration: underline dotted; text-underline-offset: 3px; }
.by-use details ul { margin: 6px 0; padding-inline-start: 16px; }
`;
