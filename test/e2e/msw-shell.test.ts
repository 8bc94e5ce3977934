import { describe } from 'vitest';
import { msw2 } from './msw-page.ts';
import { shellPage } from './msw-shell.ts';

describe('the shell page for MSW 2', () => shellPage(msw2));
