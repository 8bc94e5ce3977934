import { defineConfig } from '@playwright/test';

/** Run by test/e2e/playwright-kit.test.ts, which names the browser. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  workers: 2,
  reporter: 'json',
  outputDir: 'test-results',
  use: {
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '',
      args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--no-first-run'],
    },
  },
});
