import { configure } from './configuration.ts';
import { createElement } from './elements/external.ts';
import { ClientLibError } from './error.ts';
import { finalize } from './finalize.ts';
import { Payment } from './payment.ts';
import { Portal } from './portal.ts';
import { Signup } from './signup.ts';

/** Everything under one name, as the script tag gives it. */
export const ClientLib = { Payment, Signup, Portal, finalize, createElement, configure, ClientLibError };
