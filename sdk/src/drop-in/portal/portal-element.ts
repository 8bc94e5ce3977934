import { listAttributes, reflect } from '../../properties/reflect.ts';
import { portalTable } from '../../properties/tables.ts';
import type { PortalProperties } from '../attributes.ts';
import { DropInElement, type Scene } from '../drop-in-element.ts';
import { parts } from '../parts.ts';
import type { PortalRun } from './portal-run.ts';

const Base = DropInElement as abstract new () => DropInElement & PortalProperties;

/**
 * `<clientlib-portal>`: a contract in the hands of its customer. Next invoice, invoices as PDF, change of payment data,
 * of address, of plan and extras with the price before it is confirmed, cancellation with its date, and taking it back.
 *
 * @example
 * <clientlib-portal token-url="/portal-token"></clientlib-portal>
 */
export class ClientLibPortalElement extends Base {
  static readonly observedAttributes: readonly string[] = listAttributes(portalTable);

  static {
    reflect(ClientLibPortalElement, portalTable, (element, name) => element.plan(name));
  }

  protected readonly table = portalTable;
  private _run: PortalRun | undefined;

  protected show(): void {
    this._run = undefined;
    this.showPart(parts.portal, ({ PortalRun }, scene) => {
      this._run = new PortalRun(this, scene, this.top, (event, detail) => this.tell(event, detail));
      this._run.start();
    });
  }

  protected override reword(scene: Scene): void {
    this._run?.reword(scene);
  }
}
