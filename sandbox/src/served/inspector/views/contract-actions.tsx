/** @jsxImportSource hono/jsx/dom */
import { useState } from 'hono/jsx/dom';
import type { Contract } from '../../../service/model/contract.ts';
import type { Catalog } from '../../../service/model/sandbox-catalog.ts';
import { isContractOver } from '../../../service/model/statuses.ts';
import { clockTime, day, instantInZone } from '../format.ts';
import { Action } from '../parts/action.tsx';
import { CopyButton } from '../parts/basic.tsx';
import { Section } from '../parts/list-view.tsx';
import { useQuery } from '../query.ts';
import { now } from '../session.ts';
import { settings } from '../settings.ts';
import { previewText } from './contract-outlook.tsx';
import { DecideNextPayment } from './payment-decision.tsx';

export function ContractActions({
  contract,
  cancellation,
}: {
  readonly contract: Contract;
  readonly cancellation: { readonly EndDate?: string } | undefined;
}) {
  const { Id: id, LifecycleStatus, EndDate, Balance } = contract;
  const path = `/api/v1/contracts/${id}`;
  const isOver = isContractOver(LifecycleStatus);
  const { data: catalog } = useQuery<Catalog>('/sandbox/catalog');
  const variants = (catalog?.PlanVariants ?? []).map(({ Id: variant, Name }) => [variant, Name] as const);
  return (
    <Section title="Actions">
      <p class="actions">
        {!isOver && EndDate === undefined && (
          <Action
            label="Cancel the contract"
            isDanger
            isDisabled={cancellation?.EndDate === undefined}
            hint={
              cancellation?.EndDate === undefined
                ? 'The contract ends at the next possible date.'
                : `The contract is canceled with notice and ends on ${day(cancellation.EndDate)}. The cancellation can be revoked until then.`
            }
            request={() => ({
              method: 'POST',
              path: `${path}/end`,
              body: { EndDate: cancellation?.EndDate },
            })}
          />
        )}
        {!isOver && EndDate !== undefined && (
          <Action
            label="Revoke cancellation"
            hint="The contract continues as if it had not been canceled."
            request={() => ({ method: 'POST', path: `${path}/revokeCancellation`, body: {} })}
          />
        )}
        {!isOver && (
          <Action
            label="End the contract"
            isDanger
            hint="Ends the contract on a date, without notice. Amounts paid for the time after it are credited."
            fields={[
              {
                name: 'EndDate',
                label: `End (${settings.timeZone})`,
                kind: 'text',
                value: `${day(now())} ${clockTime(now())}`,
              },
            ]}
            request={({ EndDate: end = '' }) => ({
              method: 'POST',
              path: `${path}/end`,
              body: { EndDate: instantInZone(end) },
            })}
          />
        )}
        {LifecycleStatus === 'Active' && (
          <Action
            label="Pause"
            hint="Nothing is billed until the contract is resumed."
            request={() => ({ method: 'POST', path: `${path}/pause`, body: {} })}
          />
        )}
        {LifecycleStatus === 'Paused' && (
          <Action
            label="Resume"
            hint="Billing starts again now."
            request={() => ({ method: 'POST', path: `${path}/resume`, body: {} })}
          />
        )}
        {!isOver && variants.length > 0 && (
          <Action
            label="Preview a change"
            hint="Shows the price of a change to another plan. Nothing changes."
            inWords={previewText}
            fields={[
              {
                name: 'PlanVariantId',
                label: 'Plan',
                kind: 'select',
                value: variants[0]?.[0] ?? '',
                options: variants,
              },
            ]}
            request={({ PlanVariantId }) => ({
              method: 'POST',
              path: '/api/v1/orders/preview',
              body: { ContractId: id, Cart: { PlanVariantId } },
            })}
          />
        )}
        <DecideNextPayment contract={contract} />
        <Action
          label="Book a payment"
          hint="Books a payment made outside a provider, such as a bank transfer."
          fields={[
            {
              name: 'Amount',
              label: 'Amount',
              kind: 'number',
              value: String(Math.max(0, Balance)),
              isRequired: true,
            },
            { name: 'Description', label: 'Description', kind: 'text', value: 'Bank transfer' },
          ]}
          request={({ Amount, Description }) => ({
            method: 'POST',
            path: `${path}/payment`,
            body: { Amount: Number(Amount), Description },
          })}
        />
        <Action
          label="Bill now"
          hint="Bills usage and rated items now, instead of with the next invoice."
          request={() => ({ method: 'POST', path: `${path}/bill`, body: {} })}
        />
        <PortalActions path={path} />
      </p>
    </Section>
  );
}

interface SelfServiceToken {
  readonly Token: string;
  readonly Url: string;
}

function PortalActions({ path }: { readonly path: string }) {
  const [token, setToken] = useState<SelfServiceToken | undefined>(undefined);
  return (
    <>
      <Action
        label="New self-service token"
        hint="For ClientLib.Portal. It gives access to this contract and its customer only."
        request={() => ({ method: 'GET', path: `${path}/selfServiceToken` })}
        onDone={setToken}
      />
      {token !== undefined && (
        <>
          <CopyButton text={token.Token} label="Copy token" />
          <a class="button" href={token.Url} target="_blank" rel="noopener">
            Open the portal as this customer
          </a>
        </>
      )}
    </>
  );
}
