import type { Tool } from '../tool.ts';
import { callApi, readApi } from './call-api.ts';
import { catalog } from './catalog.ts';
import { certify } from './certify.ts';
import { changePayment } from './change-payment.ts';
import { clock } from './clock.ts';
import { compare } from './compare.ts';
import { contract } from './contract.ts';
import { events } from './events.ts';
import { explain } from './explain.ts';
import { fault } from './fault.ts';
import { findOperation } from './find-operation.ts';
import { forecast } from './forecast.ts';
import { fork } from './fork.ts';
import { nextPayment } from './next-payment.ts';
import { price } from './price.ts';
import { readDocs } from './read-docs.ts';
import { reset } from './reset.ts';
import { searchDocs } from './search-docs.ts';
import { signUp } from './sign-up.ts';
import { restore, snapshot } from './snapshot.ts';
import { store } from './store.ts';
import { webhooks } from './webhooks.ts';
import { why } from './why.ts';
import { writeTest } from './write-test.ts';

/** All tools, in listing order. */
export const tools: readonly Tool[] = [
  catalog,
  price,
  signUp,
  contract,
  why,
  nextPayment,
  changePayment,
  clock,
  events,
  explain,
  webhooks,
  certify,
  fault,
  store,
  findOperation,
  callApi,
  searchDocs,
  readDocs,
  compare,
  forecast,
  fork,
  snapshot,
  restore,
  writeTest,
  reset,
];

/** The tools of `?readonly=1`. */
export const readOnlyTools: readonly Tool[] = [...tools, readApi].filter(({ readOnly }) => readOnly === true);
