import type { ServiceContext } from '../zones/env.ts';
import { answerPage, type Page } from './page.tsx';
import type { PortalLanguage } from './portal-texts.ts';

/** A page with one message for a customer. The merchant's own pages may embed it in a frame. */
export function portalMessage(
  c: ServiceContext,
  { texts, locale }: PortalLanguage,
  [title, text]: readonly [title: string, text: string],
  page: Pick<Page, 'status'> & {
    readonly meaning: 'ok' | 'wait' | 'fail';
    /** A hint for the developer, who also reads this page. */
    readonly detail?: string;
  },
): Response {
  const { meaning, detail, ...rest } = page;
  const { Name, PortalFrameAncestors } = c.env.core.tx.account;
  return answerPage(c, {
    ...rest,
    brand: Name,
    lang: locale,
    notice: texts.notice,
    frameAncestors: ["'self'", ...PortalFrameAncestors],
    title,
    body: (
      <>
        <p class={`message ${meaning}`} role="status">
          {text}
        </p>
        {detail !== undefined && <p class="quiet">{detail}</p>}
      </>
    ),
  });
}
