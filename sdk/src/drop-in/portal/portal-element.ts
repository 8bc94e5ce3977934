import {
  type ComponentQuantity,
  type ContractDetails,
  finalize,
  type Portal,
  Signup,
  type UpgradeCart,
} from 'clientlib';
import { DropInElement, type Scene } from '../drop-in-element.ts';
import { isUncertain, sentenceFor } from '../problem.ts';
import { cleanAddress, isReturnTo, leaveFor, returnAddressFor } from '../return-address.ts';
import { planChoice, planRows } from '../signup/plan-choice.ts';
import { filled } from '../texts/languages.ts';
import { CustomerForm } from '../view/customer-form.ts';
import { h, put, say } from '../view/dom.ts';
import { Extras } from '../view/extras.ts';
import { PaymentPart } from '../view/payment-part.ts';
import { PortalAccess } from './access.ts';
import { ContractChange } from './change-of-contract.ts';
import { bearerText, contractFacts, factList, statusOf } from './facts.ts';
import { Panel, type PanelHost } from './panel.ts';

/** What listeners of `<clientlib-portal>` receive as `event.detail`. */
export interface PortalDetails {
  /** The contract is shown. */
  readonly ready: { readonly details: ContractDetails };
  /** The customer has changed something: the contract as it is now. */
  readonly changed: { readonly details: ContractDetails };
  /** What went wrong; the customer reads a sentence in the element. */
  readonly error: unknown;
}

/** The events of `<clientlib-portal>`, each with what its `detail` is. */
export type PortalEvents = { [event in keyof PortalDetails]: CustomEvent<PortalDetails[event]> };

/**
 * `<clientlib-portal>`: a contract in the hands of its customer. Next invoice, invoices as PDF, change of payment data,
 * of address, of plan and extras with the price before it is confirmed, cancellation with its date, and taking it back.
 *
 * @example
 * <clientlib-portal token-url="/portal-token"></clientlib-portal>
 */
export class ClientLibPortalElement extends DropInElement {
  static readonly observedAttributes: readonly string[] = ['token', 'token-url', 'payment-methods', 'locale'];

  /** As the attribute `token`: a self-service token of the REST API. */
  get token(): string | undefined {
    return this.getAttribute('token') ?? undefined;
  }
  set token(token: string | undefined) {
    this.reflect('token', token);
  }

  /** As the attribute `token-url`: where a POST gets a new token, `{ Token }`, when there is none or it has run out. */
  get tokenUrl(): string | undefined {
    return this.getAttribute('token-url') ?? undefined;
  }
  set tokenUrl(url: string | undefined) {
    this.reflect('token-url', url);
  }

  /** As the attribute `payment-methods`: bearers separated by spaces; all of the account without it. */
  get paymentMethods(): string[] | undefined {
    return this.list('payment-methods');
  }
  set paymentMethods(bearers: string[] | undefined) {
    this.reflect('payment-methods', bearers?.join(' '));
  }

  protected show(scene: Scene): void {
    new PortalRun(this, scene, this.top, (event, detail) => this.tell(event, detail)).start();
  }
}

/** One run of the element: what it shows until an attribute changes. */
class PortalRun implements PanelHost {
  readonly texts: Scene['texts'];
  private readonly _element: ClientLibPortalElement;
  private readonly _scene: Scene;
  private readonly _top: HTMLElement;
  private readonly _tell: <Event extends keyof PortalDetails>(
    event: Event,
    detail: PortalDetails[Event],
  ) => void;
  private readonly _access: PortalAccess;
  private readonly _name: string;
  private readonly _status = h('p', { class: 'message good', part: 'message', role: 'status' });
  private readonly _alert = h('p', { class: 'message bad', part: 'message', role: 'alert' });
  private _details!: ContractDetails;
  private _portal!: Portal;

  constructor(
    element: ClientLibPortalElement,
    scene: Scene,
    top: HTMLElement,
    tell: <Event extends keyof PortalDetails>(event: Event, detail: PortalDetails[Event]) => void,
  ) {
    this.texts = scene.texts;
    this._element = element;
    this._scene = scene;
    this._top = top;
    this._tell = tell;
    this._access = new PortalAccess({ token: element.token, tokenUrl: element.tokenUrl });
    this._name = ['portal', element.id].join('-');
  }

  /** Shows the contract; first completes what a provider's page sent back. */
  async start(): Promise<void> {
    put(this._top, h('p', { role: 'status' }, this.texts.loading));
    let done = '';
    let problem = '';
    if (isReturnTo(this._name)) {
      try {
        await finalize();
        done = this.texts.saved;
      } catch (error) {
        this.report(error);
        problem = isUncertain(error) ? this.texts.unsure : sentenceFor(error, this.texts);
      }
      if (this._isGone) return;
      cleanAddress(this._name);
    }
    try {
      await this._load();
      if (this._isGone) return;
      this._tell('ready', { details: this._details });
      say(this._status, done);
      say(this._alert, problem);
    } catch (error) {
      if (this._isGone) return;
      this.report(error);
      const again = h('button', { type: 'button', click: () => this.start() }, this.texts.again);
      const text = h('p', { class: 'message bad', role: 'alert' }, sentenceFor(error, this.texts));
      put(this._top, text, h('p', { class: 'actions' }, again));
    }
  }

  leave(url: string): void {
    leaveFor(url, this._name);
  }

  report(error: unknown): void {
    this._tell('error', error);
  }

  async refresh(done: string): Promise<void> {
    await this._load();
    if (this._isGone) return;
    say(this._alert, '');
    say(this._status, done);
    this._status.tabIndex = -1;
    this._status.focus();
    this._status.scrollIntoView?.({ block: 'nearest' });
    this._tell('changed', { details: this._details });
  }

  private get _isGone(): boolean {
    return this._scene.signal.aborted;
  }

  private async _load(): Promise<void> {
    this._details = await this._access.call((portal) => {
      this._portal = portal;
      return portal.contractDetails();
    });
    if (!this._isGone) this._show();
  }

  private _show(): void {
    const sections = [
      this._contract(),
      this._plans(),
      this._components(),
      this._payment(),
      this._customer(),
      this._invoices(),
    ];
    put(
      this._top,
      h('div', { class: 'sections', part: 'portal' }, this._status, this._alert, ...sections, h('slot')),
    );
  }

  /** A section with its heading, its content and panels to change something. */
  private _section(
    name: string,
    heading: string,
    content: readonly HTMLElement[],
    panels: readonly Panel[] = [],
  ): HTMLElement {
    const head = h(
      'div',
      { class: 'head' },
      h('h2', { part: 'heading' }, heading),
      ...panels.map(({ opener }) => opener),
    );
    return h(
      'section',
      { class: 'box', part: `section ${name}` },
      head,
      ...content,
      ...panels.map(({ root }) => root),
    );
  }

  private _contract(): HTMLElement {
    const { _details: details, _scene: scene, texts } = this;
    const { Contract, EndDateIfCancelledNow, Allowed, PaymentsBlocked } = details;
    const isOver = Contract.LifecycleStatus === 'Ended' || Contract.LifecycleStatus === 'Annulled';
    const isCanceled = Contract.EndDate !== undefined;
    const panels = [
      ...(!isCanceled && !isOver && EndDateIfCancelledNow ? [this._cancelPanel()] : []),
      ...(isCanceled && !isOver && Allowed.RevokeCancellation ? [this._revokePanel()] : []),
    ];
    const blocked = PaymentsBlocked && !isOver ? [h('p', { class: 'error' }, texts.paymentsBlocked)] : [];
    return this._section(
      'contract',
      texts.subscription,
      [statusOf(details, scene), contractFacts(details, scene), ...blocked],
      panels,
    );
  }

  private _cancelPanel(): Panel {
    const { texts } = this;
    const { formats } = this._scene;
    const { EndDateIfCancelledNow, LastPossibleCancellationDate } = this._details;
    return new Panel(this, texts.cancelContract, (panel) => {
      const date = formats.date(EndDateIfCancelledNow ?? '');
      const by = LastPossibleCancellationDate && formats.date(LastPossibleCancellationDate);
      const words = [
        h('p', {}, filled(texts.cancelText, { date })),
        by && h('p', { class: 'note' }, filled(texts.cancelBy, { date: by })),
      ];
      panel.show(
        words.filter((word) => word instanceof HTMLElement),
        texts.cancelContract,
        async () => {
          const { EndDate } = await this._access.call((portal) => portal.contractCancel());
          return filled(texts.endsOn, { date: formats.date(EndDate) });
        },
        true,
      );
    });
  }

  private _revokePanel(): Panel {
    const { texts } = this;
    return new Panel(this, texts.revoke, (panel) =>
      panel.show([], texts.revoke, async () => {
        await this._access.call((portal) => portal.revokeCancellation());
        return texts.saved;
      }),
    );
  }

  /** Whether plan and components can be changed now. */
  private get _isChangeable(): boolean {
    const { Contract, Allowed } = this._details;
    const { LifecycleStatus, EndDate } = Contract;
    return Allowed.ContractChange && EndDate === undefined && ['Active', 'InTrial'].includes(LifecycleStatus);
  }

  private _plans(): HTMLElement | undefined {
    const { Products, Contract } = this._details;
    const { formats } = this._scene;
    const rows = planRows(Products, undefined, formats).filter(
      ({ variant }) => variant.Id !== Contract.PlanVariantId,
    );
    if (!this._isChangeable || rows.length === 0) return undefined;
    const { texts } = this;
    const panel = new Panel(this, texts.change, () => {
      const change = this._change(panel);
      let cart: UpgradeCart | undefined;
      const choice = planChoice(rows, texts.changePlan, undefined, ({ variant }) => {
        cart = { PlanVariantId: variant.Id };
        change.preview(cart);
      });
      panel.show([choice, change.price], texts.confirmChange, async () =>
        cart ? change.confirm(cart, panel) : undefined,
      );
    });
    const current = planRows(Products, undefined, formats).find(
      ({ variant }) => variant.Id === Contract.PlanVariantId,
    );
    return this._section(
      'plan',
      texts.plan,
      [
        h(
          'p',
          {},
          current ? `${current.name} · ${current.price}` : (this._details.CurrentPlan?.PlanName ?? ''),
        ),
      ],
      [panel],
    );
  }

  private _components(): HTMLElement | undefined {
    const { Products, Contract, ComponentsSubscriptions } = this._details;
    const { texts } = this;
    const { formats } = this._scene;
    const offered = Products.Components.filter(({ ComponentType }) => ComponentType !== 'Metered');
    const booked = ComponentsSubscriptions.filter(({ EndDate }) => EndDate === undefined);
    if (booked.length === 0 && (offered.length === 0 || !this._isChangeable)) return undefined;
    const quantities = new Map<string, number>();
    for (const { ComponentId, Quantity } of booked) {
      // What the customer cannot choose stays as it is.
      if (offered.some(({ Id }) => Id === ComponentId))
        quantities.set(ComponentId, (quantities.get(ComponentId) ?? 0) + Quantity);
    }
    const panel = new Panel(this, texts.change, () => {
      const change = this._change(panel);
      const extras = new Extras(offered, {
        legend: texts.extras,
        currency: Contract.Currency,
        formats,
        quantities,
        changed: () => change.preview(cartOf(extras, quantities)),
      });
      panel.show([extras.root, change.price], texts.confirmChange, async () => {
        const cart = cartOf(extras, quantities);
        return cart ? change.confirm(cart, panel) : undefined;
      });
    });
    const rows = booked.map(({ ComponentName, Quantity, Memo }): [string, string] => [
      ComponentName,
      [new Intl.NumberFormat(formats.locale).format(Quantity), Memo].filter(Boolean).join(' · '),
    ]);
    return this._section(
      'components',
      texts.extras,
      [factList(rows)],
      this._isChangeable && offered.length > 0 ? [panel] : [],
    );
  }

  private _payment(): HTMLElement {
    const { texts, _scene: scene } = this;
    const { Contract, PaymentsBlocked } = this._details;
    const panel = new Panel(this, texts.change, () => {
      const payment = this._paymentPart(panel);
      panel.show([payment.root], texts.save, async () => {
        const { form } = payment;
        if (!(await form.validate())) return undefined;
        const result = await this._access.call((portal) => portal.paymentChange(null, form));
        if (result.Url) this.leave(result.Url);
        return result.Url ? undefined : texts.saved;
      });
      payment.form.payerDataChanged(this._details.Customer);
    });
    const isOver = Contract.LifecycleStatus === 'Ended' && !PaymentsBlocked;
    return this._section(
      'payment',
      texts.payment,
      [h('p', {}, bearerText(Contract.PaymentBearer, scene))],
      isOver ? [] : [panel],
    );
  }

  private _customer(): HTMLElement {
    const { texts, _scene: scene } = this;
    const { Customer, Allowed } = this._details;
    const { Address = {} } = Customer;
    const lines = [
      [Customer.CustomerName, Customer.CustomerSubName],
      [Customer.EmailAddress],
      [Address.AddressLine1],
      [Address.Street, Address.HouseNumber],
      [Address.AddressLine2],
      [Address.PostalCode, Address.City],
      [Address.Country && scene.formats.country(Address.Country)],
      [Customer.VatId],
    ].map((parts) => parts.filter(Boolean).join(' '));
    const panel = new Panel(this, texts.change, async () => {
      const signup = new Signup();
      // What a signup asks for is what a customer can change.
      const { Fields, Countries } = await signup.offer(this._details.PublicApiKey);
      const form = new CustomerForm({
        fields: Fields,
        countries: Countries,
        customer: Customer,
        texts,
        formats: scene.formats,
        isVatId: (vatId) => signup.validateVatId(vatId),
      });
      panel.show([form.root], texts.save, async () => {
        if (!form.check()) return undefined;
        await this._access.call((portal) => portal.customerChange(form.data));
        return texts.saved;
      });
    });
    const content = lines.filter(Boolean).map((line) => h('p', {}, line));
    return this._section('customer', texts.details, content, Allowed.CustomerChange ? [panel] : []);
  }

  private _invoices(): HTMLElement {
    const {
      texts,
      _scene: { formats },
    } = this;
    const { RecentInvoices, Contract } = this._details;
    const rows = RecentInvoices.map((invoice) => {
      const { InvoiceNumber, InvoiceDate, TotalGross } = invoice;
      const link = h(
        'a',
        {
          href: this._portal.invoicePdfDownloadUrl(invoice),
          target: '_blank',
          rel: 'noreferrer',
          'aria-label': filled(texts.download, { number: InvoiceNumber }),
        },
        'PDF',
      );
      return h(
        'tr',
        {},
        h('td', {}, InvoiceNumber),
        h('td', {}, formats.date(InvoiceDate)),
        h('td', { class: 'amount' }, formats.money(TotalGross, Contract.Currency)),
        h('td', { class: 'pdf' }, link),
      );
    });
    const content =
      rows.length > 0 ? h('table', {}, h('tbody', {}, ...rows)) : h('p', { class: 'note' }, texts.noInvoices);
    return this._section('invoices', texts.invoices, [content]);
  }

  private _change(panel: Panel): ContractChange {
    return new ContractChange(this._details, this._access, this._scene, this._paymentPart(panel), this);
  }

  private _paymentPart(panel: Panel): PaymentPart {
    const { PublicApiKey: publicApiKey } = this._details;
    const providerReturnUrl = returnAddressFor(this._name);
    const { paymentMethods } = this._element;
    return new PaymentPart({ publicApiKey, paymentMethods, providerReturnUrl }, this._scene, {
      submit: () => panel.submit(),
      problem: (error) => this.report(error),
    });
  }
}

/** What a choice of quantities changes: bookings that are fewer end, and what is left of them begins anew. */
function cartOf(extras: Extras, before: ReadonlyMap<string, number>): UpgradeCart | undefined {
  const chosen = new Map(extras.chosen.map(({ ComponentId, Quantity }) => [ComponentId, Number(Quantity)]));
  const ComponentSubscriptions: ComponentQuantity[] = [];
  const EndComponentSubscriptions: string[] = [];
  for (const id of new Set([...before.keys(), ...chosen.keys()])) {
    const [was, is] = [before.get(id) ?? 0, chosen.get(id) ?? 0];
    if (is < was) EndComponentSubscriptions.push(id);
    const Quantity = is < was ? is : is - was;
    if (Quantity > 0) ComponentSubscriptions.push({ ComponentId: id, Quantity });
  }
  if (ComponentSubscriptions.length + EndComponentSubscriptions.length === 0) return undefined;
  return { ComponentSubscriptions, EndComponentSubscriptions };
}
