import * as z from 'zod';
import { cancelContract } from '../../domain/contracts/contract-end.ts';
import { contractDetails } from '../../domain/contracts/contracts.ts';
import type { SelfServiceToken } from '../../domain/records/credentials.ts';
import { portalPage } from '../pages/portal-page.tsx';
import { type Call, type Route, route } from '../route.ts';

const tag = 'Pages';
const query = z.object({ selfServiceToken: z.string().optional() });
const tokenOf = (call: Call) => call.selfServiceToken as SelfServiceToken;

/** The portal that the service hosts, where the `Url` of a self-service token leads (field notes 2.3). */
export const portalRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/portal',
    credential: 'SelfServiceToken',
    tag,
    summary: "The customer's own page of a contract",
    query,
    answers: { 200: undefined },
    contentType: 'text/html',
    handle: show,
  }),
  route({
    method: 'POST',
    path: '/portal',
    credential: 'SelfServiceToken',
    tag,
    summary: "What the customer does on the contract's page",
    query,
    bodyType: 'form',
    body: z.object({ action: z.string().optional() }),
    answers: { 200: undefined },
    contentType: 'text/html',
    handle: (call) => {
      if (call.body.action === 'cancel') {
        call.core.transaction((tx) => cancelContract(tx, tokenOf(call).ContractId));
      }
      return show(call);
    },
  }),
];

function show(call: Call) {
  const { core, baseUrl } = call;
  const { Id: token, ContractId } = tokenOf(call);
  const details = contractDetails(core.tx, ContractId);
  return portalPage({ details, merchant: core.tx.account.Name, baseUrl, token });
}
