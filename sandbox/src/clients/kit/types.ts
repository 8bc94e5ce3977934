export type { SignedUp, SignUpInput } from '../../service/model/sign-up.ts';
export type { ContractHandle, ContractInvoice } from './contract-handle.ts';
export type { WaitOptions } from './inbox.ts';
export type { MailFields, MailInbox } from './mail-inbox.ts';
export type { ContractMatchers, MatcherContext, MatcherResult, Matchers } from './matchers.ts';
export type { LoggedRequest, RequestFields, RequestInbox } from './request-inbox.ts';
export type { TestSandbox } from './test-sandbox.ts';
export type { EventFields, EventOf, WebhookInbox } from './webhook-inbox.ts';
