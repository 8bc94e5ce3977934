import { filled } from '../texts/languages.ts';
import { h } from '../view/dom.ts';
import { contractFacts, statusOf } from './facts.ts';
import { Panel } from './panel.ts';
import { type PortalView, section } from './portal-view.ts';

/** The contract as it stands, with its cancellation or the way back from it. */
export function contractSection(view: PortalView): HTMLElement {
  const { details, scene } = view;
  const { texts } = scene;
  const { Contract, EndDateIfCancelledNow, Allowed, PaymentsBlocked } = details;
  const isOver = Contract.LifecycleStatus === 'Ended' || Contract.LifecycleStatus === 'Annulled';
  const isCanceled = Contract.EndDate !== undefined;
  const panels = [
    ...(!isCanceled && !isOver && EndDateIfCancelledNow ? [cancelPanel(view)] : []),
    ...(isCanceled && !isOver && Allowed.RevokeCancellation ? [revokePanel(view)] : []),
  ];
  const blocked = PaymentsBlocked && !isOver ? [h('p', { class: 'error' }, texts.paymentsBlocked)] : [];
  const content = [statusOf(details, scene), contractFacts(details, scene), ...blocked];
  return section('contract', texts.subscription, content, [], panels);
}

function cancelPanel({ details, scene, access, host }: PortalView): Panel {
  const { texts, formats } = scene;
  const { EndDateIfCancelledNow, LastPossibleCancellationDate } = details;
  return new Panel(host, texts.cancelContract, (panel) => {
    const date = formats.date(EndDateIfCancelledNow ?? '');
    const by = LastPossibleCancellationDate && formats.date(LastPossibleCancellationDate);
    const words = [
      h('p', {}, filled(texts.cancelText, { date })),
      ...(by ? [h('p', { class: 'note' }, filled(texts.cancelBy, { date: by }))] : []),
    ];
    const cancel = async () => {
      const { EndDate } = await access.call((portal) => portal.contractCancel());
      return filled(texts.endsOn, { date: formats.date(EndDate) });
    };
    panel.show(words, texts.cancelContract, cancel, true);
  });
}

function revokePanel({ scene: { texts }, access, host }: PortalView): Panel {
  return new Panel(host, texts.revoke, (panel) =>
    panel.show([], texts.revoke, async () => {
      await access.call((portal) => portal.revokeCancellation());
      return texts.saved;
    }),
  );
}
