// GET /sandbox/stream: what happens, as server-sent events, and the entry points that the inspector begins with.
import { describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { backEnd, newContract, newSandbox } from './service.ts';

interface Message {
  readonly id: string | undefined;
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: each name has its own shape
  readonly data: any;
}

/** Reads the stream message by message. */
async function reader(sandbox: Pick<Sandbox, 'app'>, lastEventId?: string, path = '/sandbox/stream') {
  const response = await sandbox.app.fetch(
    new Request(`http://sandbox${path}`, {
      headers: lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId },
    }),
  );
  const pieces = (response.body as ReadableStream<BufferSource>)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let text = '';
  const messages: Message[] = [];
  /** @returns whether the stream goes on */
  const read = async (): Promise<boolean> => {
    const { done, value } = await pieces.read();
    if (done) return false;
    const blocks = (text + value).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const of = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
      const data = of('data');
      if (data !== undefined)
        messages.push({ id: of('id'), name: of('event') ?? '', data: JSON.parse(data) });
    }
    return true;
  };
  return {
    response,
    messages,
    /** Reads on until a message fits. */
    async until(fits: (message: Message) => boolean): Promise<Message> {
      for (;;) {
        const found = messages.find(fits);
        if (found !== undefined) return found;
        if (!(await read())) throw new Error('The stream has ended.');
      }
    },
    async end(): Promise<void> {
      while (await read());
    },
    cancel: () => pieces.cancel(),
  };
}

const named = (name: string) => (message: Message) => message.name === name;

describe('GET /sandbox/stream', () => {
  it('starts with the clock and the next due task', async () => {
    const sandbox = newSandbox();
    await newContract(await backEnd(sandbox));
    const stream = await reader(sandbox);
    expect(stream.response.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8');
    const { data } = await stream.until(named('hello'));
    expect(data).toEqual({
      Run: expect.any(String),
      Now: '2026-01-15T10:00:00.0000000Z',
      Mode: 'Manual',
      Next: { Type: expect.any(String), Key: expect.any(String), DueAt: expect.any(String) },
    });
    await stream.cancel();
  });

  it('sends a request, what it changed, its events and their deliveries, each with its cause', async () => {
    const sandbox = newSandbox({
      webhooks: ['http://receiver.test/hooks'],
      deliver: async () => new Response('no', { status: 500 }),
    });
    const api = await backEnd(sandbox);
    const stream = await reader(sandbox);
    const contract = await newContract(api);
    const request = await stream.until(({ name, data }) => name === 'request' && /commit$/.test(data.Path));
    const event = await stream.until(({ data }) => data.Event === 'ContractCreated');
    expect(request.data).toMatchObject({
      Method: 'POST',
      Status: 200,
      Caller: 'OAuth client c00000000000000000000001',
    });
    expect(event.data).toMatchObject({ ContractId: contract.Id, Cause: { RequestId: request.data.Id } });
    const change = await stream.until(
      ({ name, data }) =>
        name === 'change' && data.Documents.some(({ Id }: { Id: string }) => Id === contract.Id),
    );
    expect(change.data.Cause).toEqual({ RequestId: request.data.Id });
    // What comes after it for the same customer waits.
    const failed = await stream.until(({ name, data }) => name === 'delivery' && data.Attempts.length === 1);
    expect(failed.data).toMatchObject({ Status: 'Pending', Attempts: [{ StatusCode: 500 }] });
    expect(failed.data).not.toHaveProperty('Body');
    // The lists say the same.
    const listed = (await api('GET', '/sandbox/events')).body;
    expect(listed.find(({ Id }: { Id: string }) => Id === event.data.Id).Cause).toEqual({
      RequestId: request.data.Id,
    });
    expect((await api('GET', `/sandbox/requests/${request.data.Id}`)).body.Events).toContain(event.data.Id);
    await stream.cancel();
  });

  it('sends what changed in a document, field by field, and nothing of tokens', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { Id } = await newContract(api);
    const stream = await reader(sandbox);
    await api('PATCH', `contracts/${Id}`, { Notes: 'Called on Monday.' });
    await api('GET', `contracts/${Id}/selfServiceToken`);
    await api('PATCH', `contracts/${Id}`, { Notes: 'Called on Tuesday.' });
    const second = await stream.until(({ data }) => JSON.stringify(data).includes('Called on Tuesday.'));
    expect(second.data.Documents).toEqual([
      {
        Collection: 'contracts',
        Id,
        Change: 'Changed',
        Fields: [{ Field: 'Notes', Before: 'Called on Monday.', After: 'Called on Tuesday.' }],
      },
    ]);
    expect(JSON.stringify(stream.messages)).not.toContain('selfServiceTokens');
    await stream.cancel();
  });

  it.each([
    [50, undefined],
    [51, 1],
  ])('lists 50 documents of a change, and counts the rest: of %i, %s more', async (count, more) => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { Id } = await newContract(api);
    const stream = await reader(sandbox);
    await stream.until(named('hello'));
    const usage = { ComponentId: 'd00000000000000000000003', Quantity: 1, DueDate: '2026-02-15T00:00:00Z' };
    await api('POST', `contracts/${Id}/usage`, new Array(count).fill(usage));
    const { data } = await stream.until(({ name, data }) => name === 'change' && data.Documents.length >= 50);
    expect([data.Documents.length, data.More]).toEqual([50, more]);
    await stream.cancel();
  });

  it('sends tasks and the position of the clock', async () => {
    const sandbox = newSandbox();
    const { Id } = await newContract(await backEnd(sandbox));
    const stream = await reader(sandbox);
    await stream.until(named('hello'));
    await sandbox.clock.advance('P1M');
    const task = await stream.until(({ name, data }) => name === 'task' && data.Type === 'lifecycle');
    expect(task.data).toMatchObject({ Key: Id, At: '2026-02-15T10:00:00.0000000Z' });
    const invoice = await stream.until(({ data }) => data.Event === 'InvoiceCreated');
    expect(invoice.data.Cause).toEqual({ TaskId: task.data.Id, TaskType: 'lifecycle', TaskKey: Id });
    const clock = await stream.until(
      ({ name, data }) => name === 'clock' && data.Now === '2026-02-15T10:00:00.0000000Z',
    );
    expect(clock.data.Mode).toBe('Manual');
    await stream.cancel();
  });

  it('reports that the state was replaced', async () => {
    const sandbox = newSandbox();
    const stream = await reader(sandbox);
    await stream.until(named('hello'));
    sandbox.reset();
    await stream.until(named('state'));
    await stream.cancel();
  });

  it('continues after Last-Event-ID, without loss or duplicates', async () => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const first = await reader(sandbox);
    await api('GET', 'customers');
    const last = await first.until(({ data }) => data.Path === '/api/v1/customers');
    await first.cancel();
    for (let at = 0; at < 1_200; at += 1) await sandbox.fetch('http://sandbox/sandbox/health');
    await api('GET', 'contracts');
    const second = await reader(sandbox, last.id);
    await second.until(({ data }) => data.Path === '/api/v1/contracts');
    const ids = second.messages
      .filter(({ name, data }) => name === 'request' && data.Path !== '/sandbox/stream')
      .map(({ data }) => data.Id);
    expect(ids).toEqual(Array.from({ length: 1_201 }, (_, at) => last.data.Id + 1 + at));
    await second.cancel();
  });

  it('reports lost messages: of another run, or too old', async () => {
    const sandbox = newSandbox();
    const first = await reader(sandbox);
    const { id } = await first.until(named('hello'));
    for (let at = 0; at < 5; at += 1) await sandbox.fetch('http://sandbox/sandbox/health');
    await first.until(named('request'));
    await first.cancel();
    // This run has an entry of that number, too.
    const other = await reader(sandbox, 'elsewhere.1');
    await other.until(named('gap'));
    await other.cancel();
    // 20,000 are kept, and a batch goes as a whole.
    for (let at = 0; at < 20_600; at += 1) {
      const { status } = await sandbox.app.fetch(new Request('http://sandbox/sandbox/health'));
      if (status !== 200) throw new Error(String(status));
    }
    const late = await reader(sandbox, id);
    await late.until(named('gap'));
    await late.cancel();
  });

  it('ends with the sandbox or the workspace', async () => {
    const sandbox = newSandbox();
    const main = await reader(sandbox);
    const mine = await reader(sandbox, undefined, '/w/mine/sandbox/stream');
    await mine.until(named('hello'));
    sandbox.removeWorkspace('mine');
    await mine.end();
    await main.until(named('hello'));
    sandbox.close();
    await main.end();
  });

  it('is closed to pages of other origins and requires the control token', async () => {
    const sandbox = createSandbox({ controlToken: 'let-me-in' });
    const get = (headers: Record<string, string>) =>
      sandbox.fetch('http://sandbox/sandbox/stream', { headers });
    expect((await get({})).status).toBe(401);
    expect((await get({ Origin: 'https://evil.example', Authorization: 'Bearer let-me-in' })).status).toBe(
      403,
    );
    const { status, body } = await get({ Authorization: 'Bearer let-me-in' });
    expect(status).toBe(200);
    await body?.cancel();
  });
});

describe('GET /', () => {
  it('returns the entry points to a program, and the page to a browser', async () => {
    const sandbox = newSandbox();
    const json = await sandbox.fetch('http://sandbox/w/mine/', { headers: { Accept: 'application/json' } });
    expect(await json.json()).toMatchObject({
      Name: 'clientlib-sandbox',
      Inspector: 'http://sandbox/w/mine/',
      Stream: 'http://sandbox/w/mine/sandbox/stream',
    });
    const page = await sandbox.fetch('http://sandbox/', { headers: { Accept: 'text/html,*/*;q=0.8' } });
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=UTF-8');
    const policy = page.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    const text = await page.text();
    expect(text).toMatch(/<script src="http:\/\/sandbox\/assets\/inspector\.js\?v=\w+" defer=""><\/script>/);
    expect(text).not.toMatch(/<script>|<style>|style="/);
    for (const name of ['inspector.js', 'inspector.css', 'tokens.css']) {
      const asset = await sandbox.fetch(`http://sandbox/assets/${name}`);
      expect([name, asset.status, (await asset.text()).length > 1_000]).toEqual([name, 200, true]);
    }
  });
});
