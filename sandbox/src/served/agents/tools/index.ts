import type { Tool } from '../tool.ts';
import { callApi } from './call-api.ts';
import { catalog } from './catalog.ts';
import { clock } from './clock.ts';
import { compare } from './compare.ts';
import { contract } from './contract.ts';
import { events } from './events.ts';
import { explain } from './explain.ts';
import { findOperation } from './find-operation.ts';
import { nextPayment } from './next-payment.ts';
import { readDocs } from './read-docs.ts';
import { reset } from './reset.ts';
import { searchDocs } from './search-docs.ts';
import { signUp } from './sign-up.ts';
import { webhooks } from './webhooks.ts';
import { writeTest } from './write-test.ts';

/** All tools, in the order in which an agent meets them. */
export const tools: readonly Tool[] = [
  catalog,
  signUp,
  contract,
  nextPayment,
  clock,
  events,
  explain,
  webhooks,
  findOperation,
  callApi,
  searchDocs,
  readDocs,
  compare,
  writeTest,
  reset,
];
