import { checkoutLook } from './checkout-look.ts';
import { planLook } from './plan-look.ts';

/**
 * The look of the elements. Pages set the custom properties `--clientlib-…`, and style single parts by `::part`; the
 * rules read them by the names with an underscore, which have the defaults. Dark
 * where the page has a dark `color-scheme`.
 */
export const look = `
:host {
  display: block;
  --_text: var(--clientlib-text, #1a2530); --_muted: var(--clientlib-muted, #5a6672);
  --_border: var(--clientlib-border, #7b8794); --_line: var(--clientlib-line, #dde3e9);
  --_surface: var(--clientlib-surface, #f5f7f9); --_accent: var(--clientlib-accent, #1f5fd6);
  --_on-accent: var(--clientlib-on-accent, #fff); --_danger: var(--clientlib-danger, #b3261e);
  --_success: var(--clientlib-success, #17663a); --_field: var(--clientlib-background, #fff);
  --_radius: var(--clientlib-radius, 10px); --_height: 48px; --_gap: 16px;
  --_ring: 0 0 0 3px color-mix(in srgb, var(--_accent) 25%, transparent);
  color: var(--_text);
  font: var(--clientlib-font-size, 16px)/1.5 var(--clientlib-font, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif);
  text-align: start;
}
@supports (color: light-dark(#000, #fff)) {
  :host {
    --_text: var(--clientlib-text, light-dark(#1a2530, #e9eef4)); --_muted: var(--clientlib-muted, light-dark(#5a6672, #a9b5c1));
    --_border: var(--clientlib-border, light-dark(#7b8794, #7f8c99)); --_line: var(--clientlib-line, light-dark(#dde3e9, #36414c));
    --_surface: var(--clientlib-surface, light-dark(#f5f7f9, #1d252d)); --_accent: var(--clientlib-accent, light-dark(#1f5fd6, #8db8ff));
    --_on-accent: var(--clientlib-on-accent, light-dark(#fff, #0b1a33)); --_danger: var(--clientlib-danger, light-dark(#b3261e, #ffb4ab));
    --_success: var(--clientlib-success, light-dark(#17663a, #7fd8a4)); --_field: var(--clientlib-background, light-dark(#fff, #11171d));
  }
}
:host([theme=sharp]) { --_radius: var(--clientlib-radius, 2px); }
:host([theme=round]) { --_radius: var(--clientlib-radius, 16px); }
:host([density=compact]) { --_height: 40px; --_gap: 12px; }
:host([hidden]), [hidden] { display: none !important; }
*, ::before, ::after { box-sizing: border-box; }
h2, p, dl, dd, ul, fieldset, legend { margin: 0; padding: 0; border: 0; min-width: 0; }
h2, legend { margin-bottom: 16px; font-size: 1.25em; font-weight: 600; line-height: 1.4; text-wrap: balance; }
[tabindex="-1"]:focus { outline: 0; }
a { color: var(--_accent); }
.fields { display: grid; grid-template-columns: repeat(6, minmax(0, 1fr)); gap: var(--_gap) 12px; align-items: start; }
.fields > * { grid-column: span 6; }
.fields > .half { grid-column: span 3; }
.fields > .third { grid-column: span 2; }
.fields > .rest { grid-column: span 4; }
label { display: block; margin-bottom: 4px; font-size: .875em; line-height: 1.43; font-weight: 500; }
.hint { font-weight: 400; color: var(--_muted); }
input:not([type=radio], [type=checkbox]), select {
  display: block; width: 100%; min-height: var(--_height); padding: 8px 12px; margin: 0;
  border: 1px solid var(--_border); border-radius: var(--_radius);
  background-color: var(--_field); color: inherit; font: inherit;
}
select option { color: #1a2530; background: #fff; }
input:not([type=radio], [type=checkbox], [aria-invalid=true]):hover:enabled, select:not([aria-invalid=true]):hover:enabled { border-color: var(--_text); }
input:focus-visible, select:focus-visible, .choice:focus-within { outline: 2px solid transparent; box-shadow: var(--_ring); }
input:not([type=radio], [type=checkbox], [aria-invalid=true]):focus-visible, select:not([aria-invalid=true]):focus-visible { border-color: var(--_accent) !important; }
button:focus-visible, a:focus-visible, summary:focus-visible { outline: 2px solid var(--_accent); outline-offset: 2px; }
.choice input:focus-visible { outline: 0; box-shadow: none; }
input[aria-invalid=true], select[aria-invalid=true] { border-color: var(--_danger); outline-color: var(--_accent) !important; }
.error { margin-top: 4px; font-size: .8125em; line-height: 1.39; color: var(--_danger); }
.error:not(:empty)::before { content: "!" / ""; display: inline-grid; place-content: center; width: 1.25em; height: 1.25em; margin-inline-end: 6px; border: 1.5px solid; border-radius: 99px; font-size: .8em; line-height: 1; font-weight: 600; }
.error:empty, .note:empty, .message:empty, .terms-text:empty { display: none; }
.note { margin-top: 4px; font-size: .875em; line-height: 1.43; color: var(--_muted); }
.choices { display: grid; gap: 10px; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); }
.choice {
  display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 2px 10px; align-items: center; align-content: start; margin: 0;
  min-height: var(--_height); padding: 11px 16px; border: 1px solid var(--_border);
  border-radius: var(--_radius); font-size: 1em; font-weight: 400; cursor: pointer;
}
.choice input { width: 18px; height: 18px; margin: 0; accent-color: var(--_accent); }
.choice .name { font-weight: 600; overflow-wrap: anywhere; }
.choice .note { grid-column: 2 / -1; margin: 0; }
.choice input[type=number] { width: 84px; min-height: 40px; height: auto; padding: 6px 8px; text-align: end; }
.choice.count { grid-template-columns: minmax(0, 1fr) auto; cursor: default; }
.choice.count .note { grid-column: 1 / -1; }
.box {
  padding: 20px; border: 1px solid var(--_line); border-radius: calc(var(--_radius) + 4px);
  background: var(--_surface);
}
.actions { display: flex; flex-wrap: wrap; gap: 10px; margin-top: 16px; }
button, a.button {
  display: inline-block; min-height: 44px; padding: 9px 16px; border: 1px solid var(--_border);
  border-radius: var(--_radius); background: transparent; color: inherit; font: inherit; font-weight: 600;
  text-align: center; text-decoration: none; cursor: pointer;
}
button.main-button {
  border-color: var(--_accent); background: var(--_accent);
  color: var(--_on-accent);
}
button:hover:enabled { background: color-mix(in srgb, currentColor 6%, transparent); }
button:active:enabled { background: color-mix(in srgb, currentColor 10%, transparent); }
button.main-button:hover:enabled { background: color-mix(in srgb, var(--_accent) 94%, #000); }
button.main-button:active:enabled { background: color-mix(in srgb, var(--_accent) 90%, #000); }
button.link { min-height: 0; padding: 6px 0; border: 0; color: var(--_accent); text-decoration: underline; font-weight: 500; }
button.link:hover:enabled { background: none; text-decoration-thickness: 2px; }
button:disabled { opacity: .6; cursor: default; }
.message { padding: 12px 14px; border: 1px solid; border-inline-start-width: 4px; border-radius: var(--_radius); }
.message + .payment { margin-top: 12px; }
.message.bad { color: var(--_danger); }
.message.good { color: var(--_success); }
.scheme { color: #000; border-color: var(--_accent); }
@supports (color: light-dark(#000, #fff)) { .scheme { color: light-dark(#000, #fff); } }
@media (prefers-reduced-motion: reduce) { :not(.sample) { transition: none !important; } }
.payment > .sample {
  display: block !important; position: absolute !important; visibility: hidden !important; width: 1px !important; pointer-events: none !important;
  transition: color 1ms, border-color 1ms, border-radius 1ms, background-color 1ms, min-height 1ms !important;
}
${planLook}${checkoutLook}
@container (max-width: 480px) {
  .fields > .half, .fields > .apart { grid-column: span 6; }
  .fields > .even { grid-column: span 3; }
  .box { padding: 16px; }
  .done dl { grid-template-columns: minmax(0, 1fr); }
  .done dd { margin-top: -8px; }
}
@container (max-width: 335px) { .fields > .fit { grid-column: span 3; } }`;
