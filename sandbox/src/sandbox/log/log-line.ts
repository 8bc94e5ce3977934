import { amountText } from '../../service/model/currencies.ts';
import type { DecidedOutcome } from '../../service/simulation/collections.ts';
import type { LogEntry, LoggedDelivery, LoggedPayment } from './log-entry.ts';

export type Style = 'bold' | 'cyan' | 'dim' | 'green' | 'magenta' | 'red' | 'yellow';

/** Styles a text for a terminal; elsewhere it stays plain. */
export type Paint = (style: Style, text: string) => string;

const plain: Paint = (_, text) => text;

/** Control characters of a terminal, and line breaks. */
const CONTROL = /\p{Cc}/gu;

/** A line for people. */
export function prettyLine(entry: LogEntry, paint: Paint = plain): string {
  // The seven decimals of the service are too precise here.
  const at = entry.At.replace('T', ' ').replace(/\.\d+Z$/, 'Z');
  const place = entry.Workspace === undefined ? '' : `${paint('cyan', `[${entry.Workspace}]`)} `;
  return `${paint('dim', at)}  ${place}${entryText(entry, paint)}\n`;
}

/** A line for programs. */
export function jsonLine(entry: LogEntry): string {
  return `${JSON.stringify(entry)}\n`;
}

function entryText(entry: LogEntry, paint: Paint): string {
  switch (entry.Kind) {
    case 'request': {
      const { Method, Path, Status, DurationMs, Warnings = [] } = entry;
      const status = Status === 0 ? paint('red', 'dropped') : paint(statusColor(Status), String(Status));
      const warnings = Warnings.map(
        (text) => `\n    ${paint('yellow', `warning: ${text.replace(CONTROL, '\ufffd')}`)}`,
      ).join('');
      return `${paint('bold', Method)} ${Path} → ${status}  ${paint('dim', `${Math.round(DurationMs)} ms`)}${warnings}`;
    }
    case 'event': {
      const { Event, EntityId, ...facts } = entry.Payload;
      const about = Object.entries(facts).filter(([name]) => SHOWN.includes(name));
      const ids = about.map(([name, id]) => `${name} ${id}`).join(', ');
      const payment = entry.Payment === undefined ? '' : `  ${paymentText(entry.Payment, paint)}`;
      return `${paint('magenta', Event)}${ids === '' ? '' : `  ${paint('dim', ids)}`}${payment}`;
    }
    case 'delivery':
      return `webhook ${paint('magenta', entry.Event)} to ${entry.Url} → ${deliveryText(entry, paint)}`;
    default: {
      const { Provider, ContractId, Outcome } = entry;
      const contract = ContractId === undefined ? '' : ` of ContractId ${ContractId}`;
      return `payment by ${Provider}${contract}: ${paint('yellow', decidedText(Outcome))} ${paint('dim', '(decided by /sandbox/payments/next)')}`;
    }
  }
}

/** Ids by which a developer finds the subject of an event. */
const SHOWN = ['OrderId', 'ContractId', 'CustomerId', 'InvoiceId', 'DunningId', 'PaymentTransactionId'];

function statusColor(status: number): Style {
  if (status >= 500) return 'red';
  if (status >= 400) return 'yellow';
  return status >= 300 ? 'cyan' : 'green';
}

function paymentText({ Amount, Currency, Provider, Status, ErrorCode }: LoggedPayment, paint: Paint): string {
  const outcome = ErrorCode === undefined ? paint('green', Status) : paint('red', `${Status}, ${ErrorCode}`);
  return `${amountText(Amount, Currency)} by ${Provider}: ${outcome}`;
}

/** Returns the result of a delivery attempt: `200`, or `ECONNREFUSED, next try in 75 s`. */
function deliveryText(delivery: LoggedDelivery, paint: Paint): string {
  const { Status, StatusCode, Error: reason, NextAttemptInSeconds: seconds, Attempt, Id } = delivery;
  if (reason === undefined) return paint('green', String(StatusCode ?? 'delivered'));
  if (Status === 'Pending' && seconds !== undefined)
    return `${paint('yellow', reason)}, next try in ${durationText(seconds)}`;
  if (Status !== 'Failed') return paint('yellow', `${reason}, ${Status.toLowerCase()}`);
  return `${paint('red', `${reason}, given up after ${attempts(Attempt)}`)}; resend it with POST /sandbox/deliveries/${Id}/resend`;
}

/** `1 attempt`, `8 attempts` */
export function attempts(count: number): string {
  return count === 1 ? '1 attempt' : `${count} attempts`;
}

function durationText(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

function decidedText({ Code, DelayMs, Pending, ReturnAfter, Challenge, Lose }: DecidedOutcome): string {
  const parts = [
    DelayMs === undefined ? [] : `delayed by ${DelayMs} ms`,
    Pending === undefined ? [] : Pending === true ? 'left open' : `left open for ${Pending}`,
    Code === undefined ? [] : `declined with ${Code}`,
    ReturnAfter === undefined ? [] : `reversed after ${ReturnAfter}`,
    Challenge === undefined ? [] : `3-D Secure ${Challenge === true ? 'required' : Challenge.toLowerCase()}`,
    Lose === undefined ? [] : 'its response is lost',
  ];
  return parts.flat().join(', ');
}
