/** The look of the signup: form and summary, terms, button and thanks. */
export const checkoutLook = `
.top { container-type: inline-size; }
.columns { display: grid; gap: 24px 48px; grid-template-columns: minmax(0, 1fr); align-items: start; }
.main { display: grid; gap: 32px; min-width: 0; }
.side { min-width: 0; }
.side-body { display: none; gap: 16px; }
.open .side-body { display: grid; }
button.bar {
  display: flex; gap: 12px; align-items: center; justify-content: space-between; width: 100%; min-height: 56px; padding: 8px 16px;
  background: var(--_surface); font-weight: 500; text-align: start; font-variant-numeric: tabular-nums;
}
.bar::after { content: ""; flex: none; width: 9px; height: 9px; margin-top: -4px; border: solid; border-width: 0 2px 2px 0; transform: rotate(45deg); }
.open .bar { border-end-start-radius: 0; border-end-end-radius: 0; }
.open .bar::after { margin-top: 4px; transform: rotate(225deg); }
.open .bar + .box { border-top: 0; border-start-start-radius: 0; border-start-end-radius: 0; }
@container (min-width: 800px) {
  .columns { grid-template-columns: minmax(0, 1fr) 360px; }
  .side { order: 1; position: sticky; top: 24px; }
  .side-body { display: grid; }
  .side > .bar { display: none; }
  .open .bar + .box { border: 1px solid var(--_line); border-radius: calc(var(--_radius) + 4px); }
}
.sum h2 { margin-bottom: 12px; }
.lines { display: grid; grid-template-columns: minmax(0, 1fr) auto; row-gap: 8px; }
.lines dt { overflow-wrap: anywhere; }
.lines dd { padding-inline-start: 16px; text-align: end; font-variant-numeric: tabular-nums; }
.lines .quiet { color: var(--_muted); font-size: .875em; }
.lines .good { color: var(--_success); font-size: .875em; }
.lines .total { display: flex; align-items: end; padding-top: 12px; border-top: 1px solid var(--_line); font-weight: 600; }
.lines dd.total, .due b { font-size: 1.75em; line-height: 1.29; font-weight: 600; }
.lines dd.total { justify-content: end; }
.sum .note:not(:empty) { display: grid; gap: 4px; margin-top: 8px; }
.sum[aria-busy=true] .lines { opacity: .55; transition: opacity .2s .25s; }
.coupon { display: grid; gap: 8px; justify-items: start; }
.coupon .row { width: 100%; }
.row { display: flex; gap: 8px; align-items: start; }
.row > button { margin-top: 24px; min-height: var(--_height); }
.row > .field { flex: 1; min-width: 0; }
.chip { display: inline-flex; gap: 4px; align-items: center; padding-inline-start: 12px; border-radius: 99px; background: color-mix(in srgb, var(--_success) 12%, transparent); font-size: .875em; font-weight: 500; overflow-wrap: anywhere; }
button.icon { display: grid; place-items: center; min-width: 36px; min-height: 36px; padding: 0; border: 0; border-radius: 99px; }
.glyph { flex: none; width: 20px; height: 20px; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.end { position: relative; display: grid; gap: 16px; }
.terms, .terms-text { display: grid; gap: 4px; color: var(--_muted); line-height: 1.385; }
.terms { font-size: .8125em; }
.terms .error { font-size: 1em; }
.links { display: flex; flex-wrap: wrap; gap: 4px 16px; }
.consent, .tick { display: flex; gap: 12px; align-items: center; min-height: 44px; margin: 0; color: var(--_text); font-weight: 400; cursor: pointer; }
.consent { font-size: 1.0769em; }
.tick { font-size: .875em; }
.consent input, .tick input { flex: none; width: 20px; height: 20px; margin: 0; accent-color: var(--_accent); }
.missing { font-size: .875em; color: var(--_danger); }
.missing button.link { padding: 4px 0; margin-inline-end: 8px; color: inherit; font-size: 1em; }
.due { display: flex; gap: 16px; align-items: baseline; justify-content: space-between; font-weight: 600; font-variant-numeric: tabular-nums; }
button.wide { position: relative; display: flex; gap: 8px; align-items: center; justify-content: center; width: 100%; min-height: 52px; }
button.wide[aria-disabled=true] { cursor: default; }
.spinner { position: absolute; inset-inline-end: 20px; width: 18px; height: 18px; border: 2px solid; border-inline-end-color: transparent; border-radius: 99px; animation: turn .8s linear infinite, appear .15s .15s backwards; }
@keyframes turn { to { transform: rotate(1turn); } }
@keyframes appear { from { opacity: 0; } }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skeleton { overflow: clip; align-content: start; }
.bone { border-radius: var(--_radius); background: var(--_line); animation: pulse 1.6s ease-in-out infinite alternate; }
@keyframes pulse { to { opacity: .45; } }
.bone.total { height: 56px; }
.bone.plan { height: 108px; }
.bone.field { height: var(--_height); }
.bone.pay { height: 280px; }
.bone.submit { height: 52px; }
@container (min-width: 800px) { .bone.total { height: 280px; } }
.done, .done > slot { display: grid; gap: 12px; max-width: 36rem; }
.done h2 { margin: 0; font-size: 1.75em; line-height: 1.29; }
.done > slot > .glyph { width: 48px; height: 48px; padding: 10px; border-radius: 99px; background: color-mix(in srgb, var(--_success) 14%, transparent); color: var(--_success); }
.done dl { display: grid; grid-template-columns: fit-content(40%) minmax(0, 1fr); gap: 8px 16px; }
.done dt { color: var(--_muted); }
.done dd { overflow-wrap: anywhere; }
.note.good { color: var(--_success); }
@media (forced-colors: active) { .bone { border: 1px solid; } }
@media (prefers-reduced-motion: reduce) { .bone { animation: none; } .spinner { animation-duration: 3s, 0s; } }
`;
