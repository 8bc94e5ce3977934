// sdk/src/webhooks/events.ts: the types of webhooks, made from the event catalogue of the sandbox.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const source = 'sandbox/src/service/model/event-catalogue.ts';
const target = 'sdk/src/webhooks/events.ts';

/** Types of the fields that are no texts; a type test compares them with the catalogue's. */
const types = { TriggerDays: 'number', NewInvoiceDraftIds: 'readonly string[]' };

async function catalogue() {
  const { outputFiles } = await build({ entryPoints: [source], bundle: true, write: false, format: 'esm' });
  const code = Buffer.from(outputFiles[0].text).toString('base64');
  return (await import(`data:text/javascript;base64,${code}`)).eventCatalogue;
}

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

async function render() {
  const events = Object.entries(await catalogue()).map(([name, event]) => {
    const when = event.when.replace(/ \(the sandbox .*\)$/, '');
    return `/** ${when.charAt(0).toUpperCase()}${when.slice(1)}. */\n${name}: ${fieldsOf(event)};`;
  });
  return `// Made from the event catalogue of the sandbox by \`npm run docs\`.

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
`;
}

/** Without what the formatter decides. */
const bare = (text) => text.replace(/[\s;,]+/g, '');

export async function checkWebhookEvents() {
  const isCurrent = bare(await readFile(target, 'utf8')) === bare(await render());
  return {
    summary: target,
    problems: isCurrent
      ? []
      : [`${target} differs from ${source}: run \`npm run docs\` and commit the change`],
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await writeFile(target, await render());
  console.log(`Wrote ${target}. Format it: npm run format.`);
}
