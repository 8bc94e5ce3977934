import { listAttributes, reflect } from '../../properties/reflect.ts';
import { declarationTable } from '../../properties/tables.ts';
import type { DeclarationProperties } from '../attributes.ts';
import { DropInElement, type Scene } from '../drop-in-element.ts';
import { parts } from '../parts.ts';
import { h, put } from '../view/dom.ts';
import type { Declaration } from './declaration.ts';
import type { DeclarationView } from './declaration-part.ts';

const Base = DropInElement as abstract new () => DropInElement & DeclarationProperties;

/**
 * A button that is always there, a form, a confirming button, and a receipt with the time. No token, no login. The button is
 * part of the script; the rest is loaded where a page has it.
 */
abstract class DeclarationElement extends Base {
  static readonly observedAttributes: readonly string[] = listAttributes(declarationTable);

  static {
    reflect(DeclarationElement, declarationTable, (element, name) => element.plan(name));
  }

  protected readonly table = declarationTable;
  protected abstract readonly kind: Declaration['Kind'];
  private _view: DeclarationView | undefined;

  protected show(scene: Scene): void {
    this._view = undefined;
    if (this.open) this._ask(false);
    else this._offer(scene);
  }

  protected override reword(scene: Scene): void {
    if (this._view) this._view.reword(scene);
    else this.show(scene);
  }

  private _offer(scene: Scene): void {
    const { cancelHere, withdrawHere } = scene.texts;
    const title = this.kind === 'Cancellation' ? cancelHere : withdrawHere;
    const ask = () => this._ask(true);
    put(this.top, h('button', { type: 'button', part: 'button', click: ask }, title));
  }

  private _ask(hasFocus: boolean): void {
    this.showPart(parts.declaration, ({ DeclarationView }, scene) => {
      this._view = new DeclarationView(scene, {
        kind: this.kind,
        declareUrl: this.declareUrl,
        top: this.top,
        tell: (event, detail) => this.tell(event, detail),
      });
      this._view.ask(hasFocus);
    });
  }
}

/**
 * `<clientlib-cancel>`: the button by which consumers cancel without a login.
 *
 * @example
 * <clientlib-cancel declare-url="/declarations"></clientlib-cancel>
 */
export class ClientLibCancelElement extends DeclarationElement {
  protected readonly kind = 'Cancellation';
}

/** `<clientlib-withdraw>`: the button by which consumers withdraw from a contract. */
export class ClientLibWithdrawElement extends DeclarationElement {
  protected readonly kind = 'Withdrawal';
}
