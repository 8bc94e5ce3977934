import type { ChallengeOutcome } from '../../simulation/challenges.ts';
import type { ProviderChallenge } from '../../simulation/collections.ts';
import type { ServiceContext } from '../zones/env.ts';
import { answerPage, moneyText, type Page } from './page.tsx';

export interface ChallengeView {
  readonly challenge: ProviderChallenge;
  /** Absent while it is open. */
  readonly outcome: ChallengeOutcome | undefined;
  /** The bank's page never finishes loading. */
  readonly hangs: boolean;
}

const endings: {
  readonly [outcome in ChallengeOutcome]: readonly [title: string, text: string, meaning: string];
} = {
  passed: ['Confirmed', 'Your bank has confirmed that it is you.', 'ok'],
  failed: ['Not confirmed', 'Your bank could not confirm that it is you.', 'fail'],
  canceled: ['Canceled', 'You have canceled the confirmation.', 'fail'],
};

/** The bank's page in the 3-D Secure frame; when the challenge ends, a script reports that to the page that opened it. */
export function challengePage(c: ServiceContext, view: ChallengeView): Response {
  const { challenge, outcome } = view;
  const shell: Pick<Page, 'brand' | 'layout' | 'frameAncestors' | 'scripts' | 'callsService'> = {
    brand: `${challenge.Provider} 3-D Secure`,
    layout: 'frame',
    frameAncestors: ancestorsFor(c, view),
    scripts: ['challenge.js'],
    callsService: outcome === undefined,
  };
  if (outcome === undefined) {
    const body = <Question {...view} merchant={c.env.core.tx.account.Name} baseUrl={c.env.baseUrl} />;
    return answerPage(c, { ...shell, title: 'Is it you?', body });
  }
  const [title, text, meaning] = endings[outcome];
  return answerPage(c, {
    ...shell,
    title,
    body: (
      <p
        class={`message ${meaning}`}
        role="status"
        data-outcome={outcome}
        data-token={challenge.TokenId}
        // Without the origin, no page can be notified: the page that opened the frame runs into its own timeout.
        data-origin={challenge.OpenerOrigin ?? ''}
      >
        {text}
      </p>
    ),
  });
}

/**
 * The requesting page may show the challenge, even if it is itself embedded in a page of another origin: browsers check
 * `frame-ancestors` for every page around a frame, so it allows all of them if the requesting page is the nearest.
 */
function ancestorsFor(c: ServiceContext, { challenge, outcome }: ChallengeView): readonly string[] {
  const { OpenerOrigin } = challenge;
  const openers = [new URL(c.env.baseUrl).origin, ...(OpenerOrigin === undefined ? [] : [OpenerOrigin])];
  const referer = c.req.header('Referer') ?? '';
  const isAsker = URL.canParse(referer) && openers.includes(new URL(referer).origin);
  // A finished challenge shows no buttons.
  const everyone = isAsker || outcome !== undefined;
  // `*` matches every web page; an app shell needs its own entry.
  return [everyone ? '*' : "'self'", ...openers.slice(1)];
}

function Question({
  challenge,
  hangs,
  merchant,
  baseUrl,
}: ChallengeView & { readonly merchant: string; readonly baseUrl: string }) {
  const { Id, Provider, Amount, Currency } = challenge;
  const page = `${baseUrl}/providers/${encodeURIComponent(Provider)}/challenge`;
  const of = Amount === undefined || Currency === undefined ? '' : ` of ${moneyText(Amount, Currency)}`;
  return (
    <>
      <p>
        {merchant} asks your bank for a payment{of}. Please confirm that it is you.
      </p>
      {hangs && (
        <p class="message wait" role="status">
          The bank does not respond (simulated). Cancel in the shop, or wait for the timeout.
        </p>
      )}
      <form method="post" action={`${page}/${Id}`} data-next={`${page}?challenge=${Id}&answered=true`}>
        <button type="submit" class="main" name="action" value="pass">
          Confirm
        </button>
        {/* No Cancel here: the page that opened the frame has one, which also works when the bank does not answer. */}
        <button type="submit" name="action" value="fail">
          Fail the confirmation
        </button>
      </form>
      <p class="quiet">Or leave this page open to see how the shop handles an unfinished challenge.</p>
    </>
  );
}
