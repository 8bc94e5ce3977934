import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { StoredMail } from '../../model/mail.ts';
import type { ServiceContext } from '../zones/env.ts';
import { answerDocument } from './html-document.tsx';

/** Maximum number of styles per mail: each is listed in the policy. */
const MAX_STYLES = 100;

/** Inline styles of a mail: `style` attributes and `<style>` elements. */
const STYLES = /\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)')|<style\b[^<>]*>([\s\S]*?)(?:<\/style\s*>|$)/gi;

const ENTITIES: { readonly [entity: string]: string } = {
  '&quot;': '"',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};

/**
 * A mail as a mail program shows it: its own HTML in a page without an origin. Scripts, forms and
 * external resources are blocked. Inline styles are allowed by their hashes. Links open in a new tab.
 */
export function mailPage(c: ServiceContext, { Html, Language }: StoredMail): Response {
  const document = `<html lang="${/^[\w-]+$/.test(Language) ? Language : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><title>Mail</title><base target="_blank"></head><body>${Html}</body></html>`;
  return answerDocument(c, document, {
    policy: [
      'sandbox allow-popups allow-popups-to-escape-sandbox',
      "default-src 'none'",
      `style-src ${styleSources(Html)}`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
    ].join('; '),
  });
}

/** The hashes of the styles for the policy; all other styles are blocked. */
function styleSources(html: string): string {
  const styles = new Set<string>();
  for (const [, double, single, element] of html.matchAll(STYLES)) {
    if (styles.size === MAX_STYLES) break;
    styles.add(
      element ??
        (double ?? single ?? '').replace(/&(?:quot|#39|lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity),
    );
  }
  if (styles.size === 0) return "'none'";
  const hashes = [...styles].map(
    (style) => `'sha256-${btoa(String.fromCharCode(...sha256(utf8ToBytes(style))))}'`,
  );
  return ["'unsafe-hashes'", ...hashes].join(' ');
}
