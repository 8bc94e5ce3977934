// Functions that run in a page: what a hostile script does there, and what counts what a form leaves behind. Each one
// is sent to the browser as its own text, so it uses nothing of this file.

// biome-ignore lint/suspicious/noExplicitAny: what the pages have as global.
declare const ClientLib: any;

/** Sends forged messages from where it runs to another window, and resolves when they have been handled there. */
export const attack = async ([count, target]: readonly [
  number,
  'parent' | 'child' | 'grandchild' | 'self' | 'drop-in',
]): Promise<number> => {
  const child = window.frames[0] as Window;
  const inElement = document.querySelector<HTMLIFrameElement>('clientlib-signup iframe');
  const to =
    target === 'parent'
      ? window.parent
      : target === 'self'
        ? window
        : target === 'drop-in'
          ? (inElement?.contentWindow as Window)
          : target === 'child'
            ? child
            : (child.frames[0] as Window);
  const connect = {
    clientlib: 1,
    type: 'connect',
    config: { publicapikey: 'a00000000000000000000001', providerreturnurl: 'https://evil.test/' },
    style: { body: { color: 'red' } },
  };
  const tethered = { Bearer: 'forged', Token: 'forged' };
  const token = {
    clientlib: 1,
    type: 'tokenize',
    id: 1,
    detail: { Bearer: 'forged', TetheredPaymentInformation: tethered },
  };
  const forged: ((round: number) => unknown)[] = [
    () => connect,
    () => ({ ...connect, config: { ...connect.config, locale: 'de' } }),
    (round) => ({ ...token, id: round % 5 }),
    () => ({ clientlib: 1, type: 'ready', detail: { title: 'forged' } }),
    () => ({ clientlib: 1, type: 'submit', detail: {} }),
    () => ({ clientlib: 1, type: 'height', detail: { height: 9999 } }),
    (round) => ({ clientlib: 1, type: 'tokenize', id: round, amount: {}, key: 'k', timeoutMs: 1e6 }),
    (round) => ({
      clientlib: 1,
      type: 'validate',
      id: round % 5,
      detail: { errorCode: 'Rejected', errorMessage: '' },
    }),
    () => ({ clientlib: 1, type: 'constructor' }),
    () => ({ clientlib: 2, type: 'connect' }),
    () => 'connect',
    () => null,
    () => [connect],
    () => ({ type: 'clientlib:challenge', token: 'forged', outcome: 'passed' }),
    (round) => ({ ...connect, config: { publicapikey: round }, style: { body: { color: { deep: [] } } } }),
  ];
  let answered = 0;
  for (let round = 0; round < count; round++) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      answered += 1;
    };
    to.postMessage((forged[round % forged.length] as (round: number) => unknown)(round), '*', [port2]);
    if (round % 500 === 499) await new Promise((done) => setTimeout(done));
  }
  return answered;
};

/**
 * Puts the form's document into a frame as ClientLib does, and sends it first messages that are not quite right: of another
 * version, of a wrong shape, without a port, with two. Resolves with the number of answers.
 */
export const pretend = async (url: string): Promise<number> => {
  const frame = document.createElement('iframe');
  frame.src = `${url}/elements/payment-form`;
  const loaded = new Promise((done) => {
    frame.onload = done;
  });
  document.body.append(frame);
  await loaded;
  let answers = 0;
  const send = (data: object, ports = 1) => {
    const channels = Array.from({ length: ports }, () => new MessageChannel());
    for (const { port1 } of channels)
      port1.onmessage = () => {
        answers += 1;
      };
    (frame.contentWindow as Window).postMessage(
      data,
      url,
      channels.map(({ port2 }) => port2),
    );
  };
  const connect = { clientlib: 1, type: 'connect', config: { publicapikey: 'x' }, style: {} };
  send({ ...connect, clientlib: 0 });
  send({ ...connect, style: 'red' });
  send(connect, 0);
  send(connect, 2);
  await new Promise((done) => setTimeout(done, 50));
  return answers;
};

/** Counts the timers, listeners of the window, and ports that are begun and not ended from now on. */
export const countWhatIsOpen = (): void => {
  const open = { timers: new Set<unknown>(), listeners: 0, ports: 0 };
  const { setTimeout: set, clearTimeout: clear } = window;
  Object.assign(window, {
    open_: open,
    setTimeout: (work: () => void, ...rest: number[]) => {
      const id: number = set(
        () => {
          open.timers.delete(id);
          work();
        },
        ...rest,
      );
      open.timers.add(id);
      return id;
    },
    clearTimeout: (id: number) => {
      open.timers.delete(id);
      clear(id);
    },
  });
  const add = window.addEventListener;
  const remove = window.removeEventListener;
  window.addEventListener = (...args: unknown[]) => {
    open.listeners += 1;
    const signal = (args[2] as AddEventListenerOptions | undefined)?.signal;
    signal?.addEventListener('abort', () => {
      open.listeners -= 1;
    });
    add.apply(window, args as never);
  };
  window.removeEventListener = (...args: unknown[]) => {
    open.listeners -= 1;
    remove.apply(window, args as never);
  };
  const close = MessagePort.prototype.close;
  const Channel = window.MessageChannel;
  window.MessageChannel = class extends Channel {
    constructor() {
      super();
      open.ports += 1;
    }
  };
  MessagePort.prototype.close = function () {
    open.ports -= 1;
    close.call(this);
  };
};

/** What `countWhatIsOpen` has counted. */
export const whatIsOpen = (): { timers: number; listeners: number; ports: number } => {
  const { timers, listeners, ports } = (
    window as unknown as { open_: { timers: Set<unknown>; listeners: number; ports: number } }
  ).open_;
  return { timers: timers.size, listeners, ports };
};

/** Makes a payment form and destroys it, in every state in which it can be, so many times. */
export const createAndDestroy = async ([config, times]: readonly [object, number]): Promise<void> => {
  const place = document.querySelector('#payment');
  for (let cycle = 0; cycle < times; cycle++) {
    const form = ClientLib.createElement('paymentForm', place, config, {}, () => {});
    form.on('change', () => {});
    form.ready.catch(() => {});
    // At once, while it loads, when it has loaded, when it is ready, while it is asked.
    if (cycle % 10 === 1) await new Promise((done) => setTimeout(done, 5));
    if (cycle % 10 === 2)
      await new Promise((done) => place?.querySelector('iframe')?.addEventListener('load', done));
    if (cycle % 10 > 7) await form.ready;
    const asked = cycle % 10 === 9 ? form.validate().catch(() => {}) : undefined;
    form.destroy();
    await asked;
  }
};
