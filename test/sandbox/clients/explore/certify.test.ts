import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CertifyOptions, certify } from 'clientlib-sandbox/explore';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Sender } from '../../../../sandbox/src/clients/explore/certify/receiver.ts';
import { examples, some } from '../../../properties.ts';
import { rightReceivers, SampleReceiver, wrongReceivers } from './receivers.ts';

const SECRET = 'whsec_c3RhbmQtaW4gZm9yIGEgc2VjcmV0IG9mIHRoZSBtZXJjaGFudA==';

/** With few orders of events. */
const certified = (receiver: SampleReceiver, options: CertifyOptions = {}) =>
  certify(receiver, { ...receiver.options, timeoutMs: 15_000, maxOrders: examples(30), ...options });

/** The first thing that each does wrong. */
const firstProblems: Readonly<Record<string, string>> = {
  'verifies nothing': 'a message without a signature',
  'wants any signature': 'a signature by the secret of somebody else',
  'verifies signatures where there are some': 'a message without a signature',
  'takes old messages': 'a message of an hour ago',
  'takes messages from the future': 'a message of an hour from now',
  'looks at the first signature alone': 'a message that the new and the old secret have signed',
  'looks at the last signature alone': 'a message that the old and the new secret have signed',
  'compares the header with one signature': 'a message that the new and the old secret have signed',
  'signs with the secret as a text': 'the events of a contract that is signed up, as they happen',
  'wants the time in milliseconds': 'the events of a contract that is signed up, as they happen',
  'refuses events that it does not know': 'an event of a name that is not known',
  'breaks at events that it does not know': 'an event of a name that is not known',
  'refuses fields that it does not know': 'an event with further fields',
  'wants a charset': 'the events of a contract that is signed up, as they happen',
  'wants names in camelCase': 'the events of a contract that is signed up, as they happen',
  'refuses repeats': 'event 1 twice',
  'breaks at repeats': 'event 1 twice',
  'refuses both of two at the same moment': 'event 1 twice',
  'counts a month for each payment': 'the events of a contract that is ended, as they happen',
  'takes the status from the name of the event': 'the events of a contract that is ended, as they happen',
  'believes that the last event is the newest': 'an event that is late, of a contract that was ended',
  'answers before it has stored': 'events while the service cannot be read',
  'takes what failed once for done': 'events while the service cannot be read',
  'takes a contract that is not there for gone':
    'an event of a customer and a contract that are not there yet',
  'gives up on a slow service': 'events while the service is slow',
  'stores what it read first, last': 'events while the result of one read is late',
  'never answers': 'the events of a contract that is signed up, as they happen',
  'redirects to its new address': 'the events of a contract that is signed up, as they happen',
  'answers and stores nothing': 'the events of a contract that is signed up, as they happen',
  'hears of the creation alone': 'the events of a contract that is ended, as they happen',
  'hears of orders alone': 'the events of a contract that is ended, as they happen',
  'does not hear of changes': 'the events of a contract that is ended, as they happen',
  'does not hear of payments': 'only the last event: those before are lost for good',
  'keeps what it stored first': 'the events of a contract that is ended, as they happen',
  'counts 30 days from the day of the event': 'the events of a contract that is signed up, as they happen',
  'grants although something is owed': 'the events of a contract that is not paid, as they happen',
  'keeps the first plan': 'the events of a contract that is changed, as they happen',
  'takes every contract for active': 'the events of a contract that is ended, as they happen',
};

describe('certify', () => {
  it.each(some(Object.entries(rightReceivers), 3))(
    'finds nothing in a receiver that %s',
    async (name, Receiver) => {
      // The first one in every order of six events that there is.
      const maxOrders = examples(name === 'reads the contract and stores it' ? 720 : 30);
      const report = await certified(new Receiver(), { maxOrders });
      expect([report.problems, report.ok], report.text).toEqual([[], true]);
      expect(report.text).toMatch(/^ok {5}the events of a contract that is signed up, as they happen\n/);
    },
    120_000,
  );

  it.each(some(Object.entries(firstProblems), 6))('finds that a receiver %s: %s', async (name, first) => {
    const Receiver = wrongReceivers[name] ?? SampleReceiver;
    const timeoutMs = name === 'never answers' ? 20 : 15_000;
    // Who works in the background has its time.
    const quietMs = name === 'stores what it read first, last' ? 3_000 : 0;
    const { problems, ok } = await certified(new Receiver(), { quietMs, maxProblems: 1, timeoutMs });
    expect([ok, problems.map((problem) => problem.name)], problems[0]?.problem).toEqual([false, [first]]);
  });

  it('detects what each wrong receiver does wrong', () => {
    expect(Object.keys(firstProblems)).toEqual(Object.keys(wrongReceivers));
    expect(Object.keys(wrongReceivers).length).toBeGreaterThanOrEqual(30);
  });

  it('explains what happened and what to do, as text, page and JUnit', async () => {
    const receiver = new (wrongReceivers['takes old messages'] as typeof SampleReceiver)();
    const { text, html, junit } = await certified(receiver, { quietMs: 0, maxProblems: 1 });
    const [problem, contract] =
      /it was answered 200 \(sent last: ContractCreated of contract (\w{24})\)/.exec(text) ?? [];
    expect(receiver.believed.has(contract ?? '')).toBe(true);
    expect(text).toContain(
      `WRONG  a message of an hour ago: ${problem}\n       Anyone who overheard a message can post it again.`,
    );
    expect(html).toContain(`<td>a message of an hour ago</td><td class="wrong">${problem}</td>`);
    expect(junit).toContain(`<failure message="${problem}">`);
    expect(junit).toMatch(/<testsuites tests="8" failures="1">/);
  });

  it('reports what a receiver says as text, in files that every reader of HTML and XML can read', async () => {
    const Status = '</td><script>alert(1)</script>\u001b[31m\u0000\ud800\uffff';
    const readBack = () => ({ Status });
    const { html, junit } = await certified(new SampleReceiver(), { readBack, quietMs: 0, maxProblems: 1 });
    expect(html).toContain('&lt;/td&gt;&lt;script&gt;alert(1)&lt;/script&gt;\ufffd[31m\ufffd\ufffd\ufffd');
    for (const text of [html, junit]) {
      expect(text).not.toContain('<script>');
      for (const character of '\u0000\u001b\uffff') expect(text).not.toContain(character);
    }
  });

  it('takes no redirect of a receiver on a port for an answer', async () => {
    const server = createServer((request, response) => {
      const isMoved = request.url === '/moved';
      response.writeHead(isMoved ? 204 : 308, isMoved ? {} : { Location: '/moved' }).end();
    });
    onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
    const { problems } = await certify(address, { maxProblems: 1 });
    expect(problems.map(({ name, problem }) => [name, problem])).toEqual([
      [
        'the events of a contract that is signed up, as they happen',
        expect.stringMatching(
          /^ContractCreated was answered 308, 4 times \(sent last: ContractCreated of contract /,
        ),
      ],
    ]);
  });

  it('reads no answer of a receiver without an end', async () => {
    let sent = 0;
    const fetch = () => {
      const pull = (stream: ReadableStreamDefaultController) => {
        sent += 1_000_000;
        if (sent > 100_000_000) stream.close();
        else stream.enqueue(new Uint8Array(1_000_000));
      };
      return new Response(new ReadableStream({ pull }));
    };
    expect(await new Sender({ fetch }, SECRET, 15_000).post({ Event: 'Made' })).toEqual({ status: 200 });
    expect(sent).toBeLessThan(10_000_000);
  });

  it('names the answer of a read-back that is no belief', async () => {
    const server = createServer((_, response) => response.end('null'));
    onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const readBack = `http://127.0.0.1:${(server.address() as AddressInfo).port}/{contract}`;
    await expect(certified(new SampleReceiver(), { readBack, maxProblems: 1 })).rejects.toThrow(
      `certify: ${readBack} answered 200 with "null"; expected 200 with an object as JSON, or 404.`,
    );
  });

  it('judges the responses only if there is no read-back', async () => {
    const receiver = new (wrongReceivers['answers and stores nothing'] as typeof SampleReceiver)();
    const { enter } = receiver.options;
    const report = await certify(receiver, { ...(enter === undefined ? {} : { enter }), maxOrders: 2 });
    expect(report.ok).toBe(true);
  });
});
