import { describe } from 'vitest';
import { options } from '../contract/reference.ts';
import { contractBehindMsw, contractIn, exposeCases } from './contract-in-browser.ts';
import { bundled, msw2 } from './msw-page.ts';
import { servePublicFolder } from './static-host.ts';

const inWorker = (receiverUrl: string) => `
import { startServiceWorker } from './sandbox/src/entries/service-worker.ts';
const { baseUrl } = await startServiceWorker(${JSON.stringify(options)});
${exposeCases(`{ baseUrl, receiverUrl: '${receiverUrl}' }`)}`;

const page = '<!doctype html><title>Contract</title><script type="module" src="/page.js"></script>';

describe('the contract, MSW 2 in Chromium', () => contractBehindMsw(msw2));

describe('the contract, a service worker in Chromium', () =>
  contractIn(async (receiverUrl) =>
    servePublicFolder('serviceWorker', {
      'index.html': page,
      'page.js': await bundled(inWorker(receiverUrl), msw2),
    }),
  ));
