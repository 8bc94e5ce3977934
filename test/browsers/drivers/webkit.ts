import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { Builder, By, Capabilities, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { type Engine, type Page, type Place, type Target, TIMEOUT_MS } from '../driver.ts';

/** What is started instead of the driver's own browser. */
export interface Program {
  readonly binary: string;
  readonly args: readonly string[];
}

/**
 * WebKitGTK, over classic WebDriver by Selenium, in an X server without a screen.
 *
 * @param driverPath `WebKitWebDriver`, which finds its browser itself, unless a program is given.
 */
export async function startWebKit(driverPath: string, program?: Program): Promise<Engine> {
  const { screen, display } = await startScreen();
  const drivers: ChildProcess[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(drivers.map(ended));
    await ended(screen);
  };
  /** Each has a driver of its own: one that no longer answers keeps no other page from opening. */
  const newSession = async (): Promise<WebDriver> => {
    const port = await freePort();
    const driver = spawn(driverPath, [`--port=${port}`, '--host=127.0.0.1'], {
      stdio: 'ignore',
      env: {
        ...process.env,
        DISPLAY: display,
        LANGUAGE: 'en_GB',
        // WebKit's sandbox needs rights that a container seldom gives.
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      },
    });
    drivers.push(driver);
    const server = `http://127.0.0.1:${port}`;
    await untilReady(`${server}/status`, driver);
    return sessionOf(server, program);
  };
  try {
    const session = await newSession();
    const version = (await session.getCapabilities()).get('browserVersion');
    await session.quit();
    return {
      version: `WebKitGTK ${version.split('.').slice(0, 2).join('.')}`,
      newPage: async () => newPage(await newSession()),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** An X server; it chooses a free display and writes its number. */
async function startScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const args = ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'];
  const screen = spawn('Xvfb', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const display = await new Promise<string>((resolve, reject) => {
    screen.once('error', reject);
    screen.once('exit', (code) => reject(new Error(`Xvfb ended with code ${code}.`)));
    createInterface(screen.stdout as NonNullable<typeof screen.stdout>).once('line', resolve);
  });
  return { screen, display: `:${display}` };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** The driver writes nothing when it listens, so it is asked. */
async function untilReady(status: string, driver: ChildProcess): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const answer = await fetch(status).catch(() => undefined);
    if (answer?.ok) return;
    if (driver.exitCode !== null || Date.now() > deadline) throw new Error('WebKitWebDriver does not start.');
    await new Promise((done) => setTimeout(done, 50));
  }
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    child.once('exit', () => done());
    child.kill();
  });
}

/** A busy driver now and then leaves a command without an answer. The error then names the command. */
function answered<Result>(what: string, command: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const silent = () => reject(new Error(`WebKitWebDriver does not answer: ${what}`));
    const timer = setTimeout(silent, TIMEOUT_MS);
    command.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function sessionOf(server: string, program: Program | undefined): Promise<WebDriver> {
  const capabilities = new Capabilities(
    program === undefined
      ? { browserName: 'MiniBrowser' }
      : { browserName: 'AppShell', 'webkitgtk:browserOptions': program },
  );
  return answered(
    'a new session',
    new Builder().usingServer(server).withCapabilities(capabilities).build() as Promise<WebDriver>,
  );
}

const keys = {
  Tab: Key.TAB,
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
};

/** A session is a browser of its own, with one page. */
async function newPage(session: WebDriver): Promise<Page> {
  // No timeout for scripts: it would be a timer in the page, and the tests have one of their own.
  await session.manage().setTimeouts({ script: null as never, pageLoad: TIMEOUT_MS });
  const type = (text: string) => session.actions().sendKeys(text).perform();
  return {
    ...placeOf(session, []),
    // Classic WebDriver reports no log of the page.
    errors: [],
    open: (url) => answered(url, session.get(url)),
    url: () => session.getCurrentUrl(),
    press: (key) => type(keys[key]),
    type,
    close: () => answered('the end of a session', session.quit()),
  };
}

/** The first such frame, also in a shadow root, where `findElement` does not look. */
async function frameOf(session: WebDriver, css: string): Promise<WebElement> {
  const frame: WebElement | null = await session.executeScript(
    `const find = (root) => root.querySelector(arguments[0])
        || [...root.querySelectorAll('*')].map((one) => one.shadowRoot && find(one.shadowRoot)).find(Boolean);
      return find(document) || null;`,
    css,
  );
  if (frame === null) throw new Error(`There is no ${css}.`);
  return frame;
}

/**
 * Runs in the page: gives elements the prototypes of the window that shows them. The driver asks `instanceof Node` there, and
 * takes what another frame has made, such as a separate field of the payment form, for an object with cycles.
 */
const ownElements = `for (const one of document.querySelectorAll('*')) {
  const own = window[one.constructor.name];
  if (!(one instanceof Node) && own) Object.setPrototypeOf(one, own.prototype);
}`;

/** @param frames The way from the page to the document. */
function placeOf(session: WebDriver, frames: readonly string[]): Place {
  const enter = async (): Promise<void> => {
    await session.switchTo().defaultContent();
    for (const css of frames) {
      const frame = await frameOf(session, css);
      // As the customer does: the driver itself scrolls only the document in the frame.
      await session.executeScript("arguments[0].scrollIntoView({ block: 'nearest' })", frame);
      await session.switchTo().frame(frame);
    }
  };

  /** Repeats what fails while a page or a frame is still on its way. */
  const retried = async <Result>(what: string, work: () => Promise<Result | undefined>): Promise<Result> => {
    const deadline = Date.now() + TIMEOUT_MS;
    let problem: unknown;
    do {
      try {
        await answered(what, enter());
        const result = await answered(what, work());
        if (result !== undefined) return result;
      } catch (error) {
        problem = error;
      }
      await new Promise((done) => setTimeout(done, 50));
    } while (Date.now() < deadline);
    throw new Error(`Not within ${TIMEOUT_MS} ms: ${what}. ${problem ?? ''}`);
  };

  /** Does something with the first visible element. */
  const at = (target: Target, act: (element: WebElement) => Promise<void>): Promise<void> =>
    retried(target, async () => {
      if (frames.length > 0) await session.executeScript(ownElements);
      for (const element of await session.findElements(By.xpath(target))) {
        if (!(await element.isDisplayed())) continue;
        await act(element);
        return true;
      }
      return undefined;
    }).then(() => {});

  return {
    click: (target) => at(target, (element) => element.click()),
    fill: (target, text) =>
      at(target, async (element) => {
        // WebKit lets a frame of another origin take the focus only where the customer has clicked.
        await element.click();
        await element.clear();
        await element.sendKeys(text);
      }),
    select: (target, value) =>
      at(target, async (element) => element.findElement(By.css(`option[value="${value}"]`)).click()),
    see: (target) => at(target, async () => {}),
    frame: (css) =>
      retried(css, async () => {
        await frameOf(session, css);
        return placeOf(session, [...frames, css]);
      }),
    evaluate: async (work: (argument: never) => unknown, argument?: unknown) => {
      await answered('frames', enter());
      const script = `const done = arguments[arguments.length - 1];
        Promise.resolve().then(() => (${work})(arguments[0])).then(
          (value) => done({ value }),
          (error) => done({ error: String(error) + ' ' + (error && error.stack) }),
        );`;
      const answer: { value?: unknown; error?: string } = await session.executeAsyncScript(script, argument);
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.value as never;
    },
  };
}
