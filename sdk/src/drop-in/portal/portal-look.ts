/** The rules of the portal beside those of all elements: cards in two columns where its own place is wide enough. */
export const portalLook = `
.portal { container: portal / inline-size; display: grid; gap: 16px; }
.sections, .stack { display: grid; gap: 16px; min-width: 0; align-items: start; }
.sections.one { max-width: 640px; }
.box { padding: 20px; background: none; font-size: .9375em; }
.head { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; justify-content: space-between; min-height: 36px; margin-bottom: 8px; }
h2 { margin: 0; font-size: 1.0667em; font-weight: 600; }
.head:last-child { margin-bottom: 0; }
button.opener, .button.small { min-height: 36px; padding: 6px 14px; font-size: .9333em; font-weight: 500; }
button.opener:hover, .button.small:hover { border-color: var(--_text); background: var(--_surface); }
button.danger { border-color: var(--_danger); color: var(--_danger); }
button.opener.main-button { min-height: 44px; border-color: transparent; background: var(--_accent); font-weight: 600; }
button.opener.outline:not(.head > *) { margin-top: 16px; }
.plan-name { font-size: 1.3333em; line-height: 1.4; font-weight: 600; overflow-wrap: anywhere; }
.hint, .facts dt { color: var(--_muted); }
.facts { display: grid; grid-template-columns: minmax(min(8rem, 34%), auto) minmax(0, 1fr); gap: 8px 16px; }
.facts dd { overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.bearer { display: flex; gap: 12px; align-items: center; min-width: 0; overflow-wrap: anywhere; }
.glyph { flex: none; width: 24px; height: 24px; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linejoin: round; stroke-linecap: round; }
.bearer .glyph { color: var(--_muted); }
.status { display: inline-flex; gap: 7px; align-items: center; padding: 2px 10px; border-radius: 99px; font-size: .8667em; font-weight: 500; background: var(--_surface); }
.status::before { content: ''; width: 8px; height: 8px; border-radius: 50%; background: currentColor; }
.status.good { color: var(--_success); }
.message.state { margin-bottom: 12px; border-color: var(--_line); border-inline-start-color: var(--_accent); }
.facts:empty { display: none; }
.owing { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: 12px 16px; align-items: center; }
.problem { border-color: var(--_danger); }
.problem > .glyph { color: var(--_danger); }
.owing [role=alert] { font-weight: 500; }
.owing > .panel { grid-column: 1 / -1; margin-top: 4px; }
.panel { container-type: inline-size; display: grid; gap: 16px; margin-top: 20px; padding-top: 20px; border-top: 1px solid var(--_line); }
.panel .actions { margin: 0; }
.panel .cost:empty { display: none; }
.cost { display: grid; gap: 12px; padding: 16px; border-radius: var(--_radius); background: var(--_surface); }
.cost[aria-busy=true] { opacity: .55; transition: opacity .2s .25s; }
.lines .minus { color: var(--_success); }
.aside { display: grid; gap: 8px; justify-items: start; padding-top: 16px; border-top: 1px solid var(--_line); }
.list { max-height: 400px; overflow: auto; margin: 0 -8px -10px; padding: 0 8px; }
.list:focus-visible { outline: 2px solid var(--_accent); outline-offset: 1px; }
table { width: 100%; border-collapse: collapse; }
td { padding: 10px 0; border-top: 1px solid var(--_line); }
tr:first-child td { border-top: 0; }
td span { display: block; }
td .hint { font-size: .8667em; overflow-wrap: anywhere; }
td .hint.owed { color: var(--_danger); }
td + td { padding-inline-start: 12px; }
td.amount { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.pdf { width: 1%; }
.way-back { display: inline-flex; gap: 4px; align-items: center; justify-self: start; min-height: 36px; text-decoration: none; font-weight: 500; }
.way-back:hover { text-decoration: underline; }
.way-back .glyph { width: 20px; height: 20px; }
[dir=rtl] .way-back .glyph { transform: scaleX(-1); }
.panel [type=submit] { position: relative; padding-inline: 36px; }
button[aria-busy=true]::after {
  content: ''; position: absolute; inset-block: 0; inset-inline-end: 10px; width: 18px; height: 18px; margin: auto; border: 2px solid; border-inline-end-color: transparent;
  border-radius: 50%; animation: turn .8s linear infinite, appear .15s .15s backwards;
}
@media (prefers-reduced-motion: reduce) { button[aria-busy=true]::after { animation: none; border-style: dotted; } }
@container portal (max-width: 479px) {
  .box { padding: 16px; }
  .facts .dot { display: none; }
  .facts .dot + span { display: block; }
  .owing { grid-template-columns: auto minmax(0, 1fr); }
  .owing > .opener { grid-column: 1 / -1; }
}
@container portal (min-width: 720px) {
  .sections:not(.one) { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 24px; }
  .sections > .owing { grid-column: 1 / -1; }
  .stack { gap: 24px; }
}
`;
