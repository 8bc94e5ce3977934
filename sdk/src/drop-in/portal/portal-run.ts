import { ClientLibError, type ContractDetails, finalize, type OrderResult, type Portal } from 'clientlib';
import { warnOfBlockedForms } from '../../elements/blocked-forms.ts';
import { draw } from '../../elements/drawing.ts';
import type { PortalProperties } from '../attributes.ts';
import type { Scene } from '../drop-in-element.ts';
import { isUncertain, reported, sentenceFor } from '../problem.ts';
import { cleanAddress, isReturnTo, leaveFor, returnAddressFor } from '../return-address.ts';
import { h, keepInput, put, say } from '../view/dom.ts';
import { showFailure } from '../view/failure.ts';
import { PaymentPart } from '../view/payment-part.ts';
import { Shape } from '../view/shape.ts';
import { PortalAccess } from './access.ts';
import { componentsSection } from './components-section.ts';
import { contractSection } from './contract-section.ts';
import { customerSection } from './customer-section.ts';
import { savedSentence } from './facts.ts';
import { invoicesSection } from './invoices-section.ts';
import type { Done, Panel, PanelHost } from './panel.ts';
import { openSection, paymentSection } from './payment-section.ts';
import { planSection } from './plan-section.ts';
import type { PortalDetails } from './portal-events.ts';
import { type PortalTask, type PortalView, portalTasks } from './portal-view.ts';

export { portalLook as look } from './portal-look.ts';

const arrowBack = 'M14.5 5.5 8 12l6.5 6.5';

/** The page's settings for the portal. */
export type PortalSettings = Readonly<PortalProperties> & { readonly id: string };

/** One run of the element: what it shows until an attribute changes. */
export class PortalRun implements PanelHost {
  texts: Scene['texts'];
  panels: Panel[] = [];
  private readonly _settings: PortalSettings;
  private _scene: Scene;
  /** Shows what is shown now, in the words of the scene. */
  private _draw = (): void => {};
  /** The newest payment form of each panel, by its place. */
  private readonly _payments = new Map<number, PaymentPart>();
  /** Those that stay while the words change. */
  private _kept = new Map<number, PaymentPart>();
  private readonly _top: HTMLElement;
  readonly tell: <Event extends keyof PortalDetails>(event: Event, detail: PortalDetails[Event]) => void;
  private readonly _task: PortalTask | undefined;
  private readonly _access: PortalAccess;
  private readonly _name: string;
  private readonly _shape: Shape;
  private readonly _status = h('p', { class: 'message good', part: 'message', role: 'status' });
  private readonly _alert = h('p', { class: 'message bad', part: 'message', role: 'alert' });

  constructor(
    settings: PortalSettings,
    scene: Scene,
    top: HTMLElement,
    tell: <Event extends keyof PortalDetails>(event: Event, detail: PortalDetails[Event]) => void,
  ) {
    this.texts = scene.texts;
    this._settings = settings;
    this._scene = scene;
    this._top = top;
    this.tell = tell;
    this._task = portalTasks.find((task) => task === settings.task);
    this._access = new PortalAccess(settings, scene.host);
    this._name = ['portal', settings.id].join('-');
    warnOfBlockedForms(top);
    this._shape = new Shape(this._name, top);
  }

  /** Shows the contract; first completes what a provider's page sent back. */
  async start(): Promise<void> {
    this._draw = () => put(this._top, this._shape.skeleton('cards', this.texts.loading, this._scene.signal));
    this._draw();
    this._checkTask();
    const outcome = isReturnTo(this._name) ? await this._finalize() : '';
    if (this._isGone) return;
    try {
      const details = await this._load(!outcome);
      if (this._isGone) return;
      this._shape.reserve(this._top.firstElementChild as HTMLElement)();
      this.tell('ready', { details });
      this._say(outcome, details);
    } catch (error) {
      if (this._isGone) return;
      this.report(error);
      this._draw = () =>
        showFailure(this._top, sentenceFor(error, this.texts), this.texts, () => this.start());
      this._draw();
    }
  }

  /** Completes what a provider's page sent back. Returns what to say of it. */
  private async _finalize(): Promise<Done> {
    try {
      // A change of payment data alone has no order.
      const { OrderId }: Partial<OrderResult> = await finalize();
      return (details) => ({
        done: `${this.texts.saved} ${savedSentence(details, this._scene, OrderId !== undefined)}`,
      });
    } catch (error) {
      this.report(error);
      return () => ({ problem: isUncertain(error) ? this.texts.unsure : sentenceFor(error, this.texts) });
    } finally {
      if (!this._isGone) cleanAddress(this._name);
    }
  }

  /** Says what was done, or what went wrong. Returns the place of the message, if there is one. */
  private _say(outcome: Done, details: ContractDetails): HTMLElement | undefined {
    const { done = '', problem = '' } = typeof outcome === 'string' ? { done: outcome } : outcome(details);
    say(this._alert, problem);
    say(this._status, done);
    return done ? this._status : problem ? this._alert : undefined;
  }

  /** Shows the same in other words. What is open and typed stays; what is being sent is shown in them when it is done. */
  reword(scene: Scene): void {
    scene.formats.timeZone = this._scene.formats.timeZone;
    this._scene = scene;
    this.texts = scene.texts;
    if (!this.panels.some(({ isBusy }) => isBusy)) this._draw();
  }

  leave(url: string): void {
    leaveFor(url, this._name);
  }

  report(error: unknown): void {
    this.tell('error', reported(error));
  }

  async refresh(outcome: Done): Promise<void> {
    const details = await this._load();
    if (this._isGone) return;
    const message = this._say(outcome, details);
    const place = message ?? this._top.querySelector<HTMLElement>('.state') ?? this._alert;
    place.tabIndex = -1;
    place.focus();
    place.scrollIntoView?.({ block: 'nearest' });
    this.tell('changed', { details });
  }

  comeBack(): boolean {
    const url = this._task && this._returnUrl;
    if (url) location.assign(url);
    return url !== undefined;
  }

  /** Only a page: an address may come from a link. */
  private get _returnUrl(): string | undefined {
    const link = h('a', { href: this._settings.returnUrl });
    return /^https?:$/.test(link.protocol) ? link.href : undefined;
  }

  private _checkTask(): void {
    const { task } = this._settings;
    if (task === undefined || this._task) return;
    const message = `task: expected ${portalTasks.join(', ')}, received ${task}.`;
    this.report(new ClientLibError(['InvalidConfiguration'], message, { field: 'task' }));
  }

  private get _isGone(): boolean {
    return this._scene.signal.aborted;
  }

  private async _load(opensTask = false): Promise<ContractDetails> {
    const [portal, details] = await this._access.call(
      async (portal): Promise<[Portal, ContractDetails]> => [portal, await portal.contractDetails()],
    );
    this._scene.formats.timeZone = details.TimeZone;
    if (!this._isGone) this._show(portal, details, opensTask);
    return details;
  }

  private _showAgain(portal: Portal, details: ContractDetails): void {
    const open = this.panels.map(({ isOpen, root }) => isOpen && keepInput(root));
    this._kept = new Map([...this._payments].filter(([at]) => open[at]));
    this._show(portal, details, false);
    for (const [at, restore] of open.entries()) if (restore) this.panels[at]?.open(restore);
    this._kept.clear();
  }

  private _show(portal: Portal, details: ContractDetails, opensTask: boolean): void {
    this.panels = [];
    this._draw = () => this._showAgain(portal, details);
    const view: PortalView = {
      details,
      portal,
      access: this._access,
      scene: this._scene,
      host: this,
      panels: new Map(),
      paymentPart: (panel, isFirst) => this._paymentPart(panel, details, isFirst),
    };
    const sections = this._sections(view);
    put(
      this._top,
      h(
        'div',
        { class: 'portal', part: 'portal' },
        this._wayBack(),
        this._status,
        this._alert,
        sections,
        h('slot'),
      ),
    );
    if (opensTask && this._task) view.panels.get(this._task)?.open();
  }

  /** The cards: all of them, or the one of the task that the page asks for. */
  private _sections(view: PortalView): HTMLElement {
    const open = openSection(view);
    const plan = planSection(view);
    const payment = paymentSection(view);
    const contract = contractSection(view);
    const invoices = invoicesSection(view);
    const stack = (...sections: (HTMLElement | undefined)[]) => h('div', { class: 'stack' }, ...sections);
    const ofTask = { payment: open ?? payment, plan, cancel: contract, invoices };
    const columns = this._task
      ? [stack(ofTask[this._task])]
      : [
          open,
          stack(contract, plan, componentsSection(view), payment),
          stack(customerSection(view), invoices),
        ];
    const sections = h('div', { class: 'sections' }, ...columns);
    if (this._task) sections.classList.add('one');
    return sections;
  }

  private _wayBack(): HTMLElement | undefined {
    const href = this._returnUrl;
    return href === undefined
      ? undefined
      : h('a', { class: 'way-back', part: 'return', href }, draw(arrowBack), this.texts.back);
  }

  private _paymentPart(
    panel: Panel,
    { PublicApiKey: publicApiKey, Contract, PayableAmount }: ContractDetails,
    isFirst = false,
  ): PaymentPart {
    const at = this.panels.indexOf(panel);
    const kept = isFirst ? this._kept.get(at) : undefined;
    if (kept) {
      panel.payment = kept;
      return kept.reword(this._scene);
    }
    const providerReturnUrl = returnAddressFor(this._name);
    const { paymentMethods, cardTypes } = this._settings;
    // Who changes payment data mostly has another card or account, not another way to pay.
    const present = Contract.PaymentBearer?.Type;
    const isOpen = PayableAmount > 0 && present === 'InvoicePayment';
    const selectedMethod = isOpen ? undefined : present === 'BankAccount' ? 'Debit' : present;
    const config = { publicApiKey, paymentMethods, cardTypes, selectedMethod, providerReturnUrl };
    const payment = new PaymentPart(config, this._scene, {
      submit: () => this.panels[at]?.submit(),
      problem: (error) => this.report(error),
    });
    this._payments.set(at, payment);
    panel.payment = payment;
    return payment;
  }
}
