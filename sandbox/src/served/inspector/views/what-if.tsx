/** @jsxImportSource hono/jsx/dom */
import { useState } from 'hono/jsx/dom';
import type { Catalog } from '../../../service/model/sandbox-catalog.ts';
import { send } from '../api.ts';
import { saveFile } from '../csv.ts';
import { plural } from '../format.ts';
import { Failure } from '../parts/basic.tsx';
import { type Field, FieldInput, type Values } from '../parts/fields.tsx';
import { LifePicture } from '../parts/life-picture.tsx';
import { Section } from '../parts/list-view.tsx';
import { RequestView } from '../parts/request-view.tsx';
import { useQuery } from '../query.ts';
import { act } from '../session.ts';
import { settings, workspaceUrl } from '../settings.ts';
import { compared, type Future, lifeOfFuture, whatIfRequest } from '../what-if.ts';
import { declineCodes } from './payment-decision.tsx';

interface Futures {
  readonly Present: Future;
  readonly Otherwise: Future;
  readonly Snapshot?: object;
}

const first: Values = {
  what: 'decline',
  Code: 'InsufficientBalance',
  PlanVariantId: 'b00000000000000000000003',
  wait: '',
  Advance: 'P3M',
};

const advances = [
  ['P1M', '1 month later'],
  ['P3M', '3 months later'],
  ['P1Y', '1 year later'],
] as const;

function fieldsFor({ what }: Values, plans: Field['options'] = []): readonly Field[] {
  const whatElse: Field = {
    name: 'what',
    label: 'Change',
    kind: 'select',
    options: [
      ['decline', 'The next payment is declined'],
      ['cancel', 'The contract is canceled'],
      ['plan', 'The plan is changed'],
      ['pause', 'The contract is paused'],
    ],
  };
  const code: Field = {
    name: 'Code',
    label: 'Code',
    kind: 'select',
    options: declineCodes.map((name) => [name, name] as const),
  };
  const plan: Field = { name: 'PlanVariantId', label: 'New plan', kind: 'select', options: plans };
  const when: Field = {
    name: 'wait',
    label: 'When',
    kind: 'select',
    options: [
      ['', 'Now'],
      ['P7D', 'After 7 days'],
      ['P1M', 'After a month'],
    ],
  };
  const until: Field = { name: 'Advance', label: 'Look at', kind: 'select', options: advances };
  const more = what === 'decline' ? [code] : what === 'plan' ? [plan] : [];
  return [whatElse, ...more, when, until];
}

/** Shows two futures of a contract, one above the other: unchanged, and with one change. */
export function WhatIf({ contractId, row }: { readonly contractId: string; readonly row: string }) {
  const { data: catalog } = useQuery<Catalog>('/sandbox/catalog');
  const plans = (catalog?.PlanVariants ?? []).map(({ Id, Name }) => [Id, Name] as const);
  const [values, setValues] = useState(first);
  const [result, setResult] = useState<{ isLoading?: boolean; futures?: Futures; error?: Error }>({});
  const request = whatIfRequest(contractId, row, values);
  const compare = async (event: Event) => {
    event.preventDefault();
    setResult({ isLoading: true });
    try {
      // The request is shown above; a message would cover the pictures.
      setResult({ futures: (await send(request)).body });
    } catch (error) {
      setResult({ error: error as Error });
    }
  };
  const { isLoading = false, futures, error } = result;
  return (
    <Section title="What if">
      <p class="quiet">
        Two copies of the state {row === '' ? 'of now' : `after ${row.replace('-', ' ')}`}, of which one does
        something otherwise. Both clocks move. This state stays as it is, and no webhook is sent.
      </p>
      <form class="what-if" onSubmit={compare}>
        {fieldsFor(values, plans).map((field) => (
          <FieldInput
            field={field}
            value={values[field.name] ?? ''}
            onInput={(value) => setValues({ ...values, [field.name]: value })}
          />
        ))}
        <button type="submit" disabled={isLoading}>
          Compare
        </button>
      </form>
      <details>
        <summary>Request</summary>
        <RequestView request={request} />
      </details>
      {error !== undefined && <Failure error={error} />}
      {futures !== undefined && (
        <Compared futures={futures} keep={() => whatIfRequest(contractId, row, values, true)} />
      )}
    </Section>
  );
}

function Compared({
  futures: { Present, Otherwise },
  keep,
}: {
  readonly futures: Futures;
  readonly keep: () => ReturnType<typeof whatIfRequest>;
}) {
  const lines = compared(Present, Otherwise);
  const different = lines.filter(({ present, otherwise }) => present !== otherwise);
  const { Currency } = Present.Contract;
  const at = Date.parse(Present.Now);
  return (
    <div class="futures">
      <LifePicture life={lifeOfFuture(Present)} now={at} currency={Currency} title="As is" name="present" />
      <LifePicture
        life={lifeOfFuture(Otherwise)}
        now={at}
        currency={Currency}
        title="With the change"
        name="otherwise"
      />
      <p role="status">{different.length === 0 ? 'No difference' : plural(different.length, 'difference')}</p>
      <table class="diff">
        <caption class="hidden">Both futures</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">As is</th>
            <th scope="col">With the change</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ what, present, otherwise }) => (
            <tr class={present === otherwise ? 'same' : 'differs'}>
              <th scope="row">{what}</th>
              <td>{present}</td>
              <td>{present === otherwise ? otherwise : <mark>{otherwise}</mark>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <KeepFuture request={keep} />
    </div>
  );
}

/** The alternative future as a new workspace, or as a file. */
function KeepFuture({ request }: { readonly request: () => ReturnType<typeof whatIfRequest> }) {
  const [state, setState] = useState<{ name?: string; error?: Error }>({});
  const snapshot = async () => JSON.stringify(((await act('Copy the state', request())) as Futures).Snapshot);
  const asWorkspace = async () => {
    const name = `what-if-${Date.now().toString(36)}`;
    try {
      const body = await snapshot();
      await act('Make a workspace', { method: 'POST', path: '/sandbox/workspaces', body: { Name: name } });
      await act('Restore snapshot', {
        method: 'PUT',
        path: `/w/${name}/sandbox/snapshot`,
        body,
        file: 'the other future',
      });
      setState({ name });
    } catch (error) {
      setState({ error: error as Error });
    }
  };
  const asFile = async () => {
    try {
      saveFile('what-if.json', 'application/json', await snapshot());
    } catch (error) {
      setState({ error: error as Error });
    }
  };
  const { name, error } = state;
  return (
    <>
      <p class="actions">
        {settings.workspace === '' && (
          <button type="button" onClick={() => void asWorkspace()}>
            Keep as a workspace
          </button>
        )}
        <button type="button" onClick={() => void asFile()}>
          Download snapshot
        </button>
      </p>
      {name !== undefined && (
        <p class="message ok" role="status">
          <a href={workspaceUrl(name)}>Open the workspace {name}</a>
        </p>
      )}
      {error !== undefined && <Failure error={error} />}
    </>
  );
}
