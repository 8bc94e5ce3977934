import { filled } from '../texts/languages.ts';
import { h } from '../view/dom.ts';
import { Field } from '../view/field.ts';
import { contractFacts, endSentence, hasEnded, stateBadge } from './facts.ts';
import { Panel } from './panel.ts';
import { type PortalView, section } from './portal-view.ts';

/** The contract as it is, with its cancellation or the way back from it. */
export function contractSection(view: PortalView): HTMLElement {
  const { details, scene } = view;
  const { Contract, EndDateIfCancelledNow, Allowed } = details;
  const isEnding = Contract.EndDate !== undefined;
  const panels = hasEnded(details)
    ? []
    : [
        ...(!isEnding && EndDateIfCancelledNow ? [cancelPanel(view)] : []),
        ...(isEnding && Allowed.RevokeCancellation ? [revokePanel(view)] : []),
      ];
  const facts = contractFacts(details, scene);
  const { subscription } = scene.texts;
  const ending = endSentence(details, scene);
  if (ending === undefined)
    return section('contract', subscription, [facts], [], panels, stateBadge(details, scene));
  const message = h('p', { class: 'message state', part: 'status' }, ending);
  return section('contract', subscription, [message, facts], [], panels);
}

/** The legal steps, with nothing between them. Another plan is offered once, below them. */
function cancelPanel(view: PortalView): Panel {
  const { details, scene, access, host } = view;
  const { texts, formats } = scene;
  const { EndDateIfCancelledNow, LastPossibleCancellationDate } = details;
  const fill = (panel: Panel): void => {
    const date = formats.date(EndDateIfCancelledNow ?? '');
    const by = LastPossibleCancellationDate && formats.date(LastPossibleCancellationDate);
    const reason = new Field(
      'Reason',
      texts.reason,
      h('input', { type: 'text', maxlength: 500 }),
      texts.optional,
    );
    const words = [
      h('p', {}, filled(texts.cancelText, { date })),
      ...(by ? [h('p', { class: 'note' }, filled(texts.cancelBy, { date: by }))] : []),
      reason.root,
    ];
    const cancel = async () => {
      const { EndDate } = await access.call((portal) => portal.contractCancel());
      host.tell('canceled', { EndDate, ...(reason.value && { Reason: reason.value }) });
      return '';
    };
    const plan = view.panels.get('plan');
    panel.show(words, texts.cancelContract, cancel, {
      isDanger: true,
      back: texts.keepSubscription,
      below: plan?.root.isConnected ? otherPlan(panel, plan, texts.otherPlan) : undefined,
    });
  };
  const panel = new Panel(host, texts.cancelContract, fill);
  view.panels.set('cancel', panel);
  return panel;
}

function otherPlan(panel: Panel, plan: Panel, text: string): HTMLElement {
  const open = (): void => {
    panel.close();
    plan.open();
  };
  const button = h('button', { type: 'button', part: 'button', click: open }, plan.opener.textContent ?? '');
  return h('div', { class: 'aside' }, h('p', {}, text), button);
}

function revokePanel({ scene: { texts }, access, host }: PortalView): Panel {
  return new Panel(host, texts.revoke, (panel) =>
    panel.show([], texts.revoke, async () => {
      await access.call((portal) => portal.revokeCancellation());
      return texts.saved;
    }),
  );
}
