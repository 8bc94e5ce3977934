import { ClientLibError } from 'clientlib';
import { warn } from '../calls/callbacks.ts';
import { nearestName } from '../input/unknown-names.ts';
import { listAttributes, toAttribute } from '../properties/reflect.ts';
import type { Table } from '../properties/tables.ts';

/**
 * Tells developers what the page has set up wrong, in the console, whether or not the page listens to `error`: attribute,
 * value, and what to write. Returns the message.
 */
export function warnSetting(host: Element, attribute: string, cure: string): string {
  const value = host.getAttribute(attribute);
  const message = `<${host.localName}> ${attribute}${value === null ? '' : `="${value}"`}: ${cure}`;
  warn(message);
  return message;
}

/** The same as an error, where the element cannot show what it is for. */
export const setUpError = (
  host: Element,
  attribute: string,
  cure: string,
  code: 'InvalidConfiguration' | 'InvalidKey' = 'InvalidConfiguration',
): ClientLibError => new ClientLibError([code], warnSetting(host, attribute, cure), { field: attribute });

/** Attributes of every element, and those of frameworks. */
const common =
  /^(class|id|is|style|slot|part|exportparts|lang|dir|title|hidden|role|tabindex|inert|translate|nonce|popover|draggable|spellcheck|autofocus|accesskey|key|ref|item\w+|on\w+|_.*|.*[:@.].*|(data|aria|v|x|ng|q|hx)-.*)$/;

/** Checks the attributes of an element by its table. Warns of unknown ones; returns what makes it impossible to start. */
export function checkAttributes(host: Element, table: Table): ClientLibError | undefined {
  const known = listAttributes(table);
  for (const name of host.getAttributeNames())
    if (!known.includes(name) && !common.test(name))
      warnSetting(host, name, `there is no such attribute. Did you mean ${nearestName(name, known)}?`);
  for (const [name, kind] of Object.entries(table)) {
    const attribute = toAttribute(name);
    const value = host.getAttribute(attribute)?.trim() ?? '';
    if (kind === 'key' && !value) return setUpError(host, attribute, 'required, and missing.');
    if (kind === 'list' && value.includes(','))
      return setUpError(host, attribute, `separate by spaces, as in "${value.split(/[\s,]+/).join(' ')}".`);
  }
  return undefined;
}
