import type { SchemaOf } from '../../zones/zone.ts';
import { auditRoutes } from './control-audit.ts';
import { clock } from './control-clock.ts';
import { deliveries } from './control-deliveries.ts';
import { faults } from './control-faults.ts';
import { forecasts } from './control-forecast.ts';
import { mailPages, mails } from './control-mails.ts';
import { attention, invoiceList, tasks, turnover } from './control-money.ts';
import { nextPayments, payments } from './control-payments.ts';
import { requests } from './control-requests.ts';
import { credentials, reset } from './control-reset.ts';
import { sessions } from './control-session.ts';
import { snapshots } from './control-snapshot.ts';
import { stores } from './control-stores.ts';
import { stream } from './control-stream.ts';
import { tokens } from './control-tokens.ts';
import { usage } from './control-usage.ts';
import { whatIfs } from './control-what-if.ts';
import { workspaces } from './control-workspaces.ts';

/** The control API: operations of developers and tests on the sandbox itself. */
export const control = [
  reset,
  credentials,
  snapshots,
  sessions,
  clock,
  tokens,
  workspaces,
  auditRoutes,
  forecasts,
  whatIfs,
  invoiceList,
  attention,
  turnover,
  tasks,
  usage,
  faults,
  nextPayments,
  payments,
  requests,
  mails,
  mailPages,
  stream,
  deliveries,
  stores,
] as const;

export type ControlSchema = SchemaOf<(typeof control)[number]>;
