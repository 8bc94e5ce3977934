import { html } from 'hono/html';
import type { ChallengeOutcome } from '../../simulation/challenges.ts';
import type { ProviderChallenge } from '../../simulation/collections.ts';
import type { Reply } from '../reply.ts';
import { moneyText } from './money-text.ts';
import { type Page, pageReply } from './page.ts';

/** What the page of a challenge is made of. */
export interface ChallengeView {
  readonly challenge: ProviderChallenge;
  /** Absent while it is open. */
  readonly outcome: ChallengeOutcome | undefined;
  /** The bank's page goes on loading for ever. */
  readonly hangs: boolean;
  readonly merchant: string;
  readonly baseUrl: string;
}

const endings: {
  readonly [outcome in ChallengeOutcome]: readonly [title: string, text: string, css: string];
} = {
  passed: ['Confirmed', 'Your bank has confirmed that it is you.', 'good'],
  failed: ['Not confirmed', 'Your bank could not confirm that it is you.', 'alert'],
  canceled: ['Canceled', 'You have canceled the confirmation.', 'alert'],
};

/** The bank's page in the 3-D Secure frame; when it has ended, a script tells the page that opened it. */
export function challengePage(view: ChallengeView): Promise<Reply> {
  const { challenge, outcome, hangs, merchant, baseUrl } = view;
  const shell: Pick<Page, 'baseUrl' | 'brand' | 'layout' | 'frameAncestors'> = {
    baseUrl,
    brand: `${challenge.Provider} 3-D Secure`,
    layout: 'frame',
    // The payment form is a page of the service itself, inside the merchant's.
    frameAncestors: ["'self'", ...(challenge.OpenerOrigin === undefined ? [] : [challenge.OpenerOrigin])],
  };
  if (outcome !== undefined) {
    const [title, text, css] = endings[outcome];
    return pageReply({
      ...shell,
      title,
      // Without the opener's origin there is nobody to tell: the page that opened the frame sees its own deadline.
      ...(challenge.OpenerOrigin === undefined ? {} : { scripts: ['challenge.js'] }),
      body: html`<p class="${css}" role="status" data-outcome="${outcome}" data-token="${challenge.TokenId}" data-origin="${challenge.OpenerOrigin ?? ''}">${text}</p>`,
    });
  }
  const { Amount, Currency } = challenge;
  const of = Amount === undefined || Currency === undefined ? '' : ` of ${moneyText(Amount, Currency)}`;
  return pageReply({
    ...shell,
    title: 'Is it you?',
    body: html`<p>${merchant} asks your bank for a payment${of}. Please confirm that it is you.</p>
${hangs ? html`<p class="alert" role="status">The bank does not answer (simulated). Cancel, or wait for the time-out.</p>` : ''}
<form method="post" action="${baseUrl}/providers/${encodeURIComponent(challenge.Provider)}/challenge/${challenge.Id}">
<button class="main" name="action" value="pass">Confirm</button>
<button name="action" value="fail">Fail the confirmation</button>
<button name="action" value="cancel">Cancel</button>
</form>
<p class="quiet">Or leave this page alone, and see how the shop deals with a challenge that nobody finishes.</p>`,
  });
}
