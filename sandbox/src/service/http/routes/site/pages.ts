import type { SchemaOf } from '../../zones/zone.ts';
import { downloads } from '../rest/invoices.ts';
import { agentTexts } from './agent-texts.ts';
import { assets } from './assets.ts';
import { elements } from './elements.ts';
import { guidePages } from './guides.ts';
import { hostedAccount, hostedSignup } from './hosted-pages.tsx';
import { inspector } from './inspector.ts';
import { documentation } from './openapi.ts';
import { portal } from './portal.ts';
import { stores } from './stores.ts';

/** Pages for browsers with their assets, and the simulated app stores. */
export const pages = [
  inspector,
  documentation,
  guidePages,
  agentTexts,
  assets,
  portal,
  hostedSignup,
  hostedAccount,
  elements,
  downloads,
  stores,
] as const;

export type PagesSchema = SchemaOf<(typeof pages)[number]>;
