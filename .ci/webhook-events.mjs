// sdk/src/webhooks/events.ts: the types of webhooks, made from the event catalogue of the sandbox.
import { execFileSync } from 'node:child_process';
import { importSource } from './import-source.mjs';

/** Types of the fields that are no texts; a type test compares them with the catalogue's. */
const types = { TriggerDays: 'number', NewInvoiceDraftIds: 'readonly string[]' };

const field = (name, mark) => `readonly ${name}${mark}: ${types[name] ?? 'string'};`;

function fieldsOf({ always, sometimes }) {
  const ofContract = always.includes('ContractId') && always.includes('CustomerId');
  const own = ofContract ? always.filter((name) => name !== 'ContractId' && name !== 'CustomerId') : always;
  const fields = [...own.map((name) => field(name, '')), ...sometimes.map((name) => field(name, '?'))];
  return [
    ...(ofContract ? ['OfContract'] : []),
    ...(fields.length > 0 ? [`{ ${fields.join(' ')} }`] : []),
  ].join(' & ');
}

export async function makeEvents() {
  const { eventCatalogue } = await importSource('sandbox/src/service/model/event-catalogue.ts');
  const events = Object.entries(eventCatalogue).map(([name, event]) => {
    const when = event.when.replace(/ \(the sandbox .*\)$/, '');
    return `/** ${when.charAt(0).toUpperCase()}${when.slice(1)}. */\n${name}: ${fieldsOf(event)};`;
  });
  return formatted(`// Made from the event catalogue of the sandbox by \`npm run docs\`.

interface OfContract {
  readonly ContractId: string;
  readonly CustomerId: string;
}

/** The fields of each event in addition to \`Event\` and \`EntityId\`: ids and small facts. Times are ISO 8601. */
export interface WebhookFields {
${events.join('\n')}
}

export type WebhookEventName = keyof WebhookFields;

/** The payload of a webhook. Read the current state over REST, because messages can arrive late and out of order. */
export type WebhookEvent = {
  [Name in WebhookEventName]: {
    readonly Event: Name;
    /** The account, which is its public API key. */
    readonly EntityId: string;
  } & WebhookFields[Name];
}[WebhookEventName];
`);
}

const formatted = (input) =>
  execFileSync(
    process.execPath,
    ['node_modules/@biomejs/biome/bin/biome', 'format', '--stdin-file-path=events.ts'],
    { input, encoding: 'utf8' },
  );
