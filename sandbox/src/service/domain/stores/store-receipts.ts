import type { OrderInput, StoreReceipt } from '../../model/order.ts';
import type { StoreType } from '../../model/statuses.ts';
import type { Receipt } from '../basics/app-stores.ts';
import { type FieldProblem, Problem } from '../basics/problem.ts';

/** The fields of each store's receipt (spec: Check request). */
export const receiptFields = {
  AppleIap: ['AppleIapReceipt'],
  GoogleIap: ['GoogleIapPackageName', 'GoogleIapSubscriptionId', 'GoogleIapToken'],
  AmazonIap: ['AmazonIapReceiptId', 'AmazonIapUserId'],
} as const satisfies { readonly [type in StoreType]: readonly (keyof StoreReceipt)[] };

const allFields = Object.values(receiptFields).flat();

/** Returns whether an order's input contains a receipt, complete or not, instead of a cart (spec: IAP orders 1). */
export function isReceiptOrder(input: Pick<OrderInput, keyof StoreReceipt>): boolean {
  return input.Type !== undefined || allFields.some((field) => isGiven(input[field]));
}

/**
 * The receipt that the fields form. Empty strings count as unset.
 *
 * @throws Problem Invalid that names each field that is missing or belongs to another store
 */
export function readReceipt(input: Pick<OrderInput, keyof StoreReceipt>): Receipt {
  const { Type } = input;
  if (Type === undefined) {
    const Message = 'is missing; expected AppleIap, GoogleIap or AmazonIap.';
    throw new Problem('Invalid', 'InvalidData', `Type ${Message}`, [
      { Field: 'Type', Code: 'InvalidData', Message },
    ]);
  }
  const wanted: readonly (keyof StoreReceipt)[] = receiptFields[Type];
  const problems: FieldProblem[] = [];
  for (const field of wanted) {
    if (isGiven(input[field])) continue;
    problems.push({
      Field: field,
      Code: 'InvalidData',
      Message: `is missing; Type ${Type} requires ${list(wanted)}.`,
    });
  }
  for (const field of allFields) {
    if (wanted.includes(field) || !isGiven(input[field])) continue;
    problems.push({
      Field: field,
      Code: 'InvalidData',
      Message: `does not belong to Type ${Type}; expected ${list(wanted)}.`,
    });
  }
  const first = problems[0];
  if (first !== undefined)
    throw new Problem('Invalid', 'InvalidData', `${first.Field} ${first.Message}`, problems);
  return Object.fromEntries([['Type', Type], ...wanted.map((field) => [field, input[field]])]) as Receipt;
}

/** The field named when the whole receipt is rejected. */
export const leadingField = {
  AppleIap: 'AppleIapReceipt',
  GoogleIap: 'GoogleIapToken',
  AmazonIap: 'AmazonIapReceiptId',
} as const satisfies { readonly [type in StoreType]: keyof StoreReceipt };

function isGiven(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}

function list(fields: readonly string[]): string {
  return fields.length === 1 ? `only ${fields[0]}` : `${fields.slice(0, -1).join(', ')} and ${fields.at(-1)}`;
}
