import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { routeRules, type ServiceContext } from '../zones/env.ts';
import { answerPage } from './page.tsx';

const titles: { readonly [status: number]: string } = {
  400: 'This address is not valid',
  401: 'This link no longer works',
  403: 'This is not allowed',
  404: 'There is no such page',
  405: 'There is no such page',
  409: 'This is not possible now',
  413: 'This is too much',
  422: 'Something is missing',
  429: 'Too many requests',
  500: 'The sandbox failed',
  503: 'Not available',
};

/** Returns the page of a rejection, which programs get as JSON. @param guide address of the guide that explains it */
export function errorPage(
  c: ServiceContext,
  status: ContentfulStatusCode,
  message: string,
  guide: string,
): Response {
  const missing = status === 404 ? routeRules(c).missingPage : undefined;
  return answerPage(c, {
    title: titles[status] ?? 'Something went wrong',
    brand: 'Sandbox',
    notice: '',
    status,
    body: (
      <>
        {missing !== undefined && <p>{missing}</p>}
        <p class={missing === undefined ? undefined : 'quiet'}>{message}</p>
        <a class="button" href={guide}>
          Read the guide
        </a>
        <a class="button" href={`${c.env.baseUrl}/docs`}>
          API reference
        </a>
      </>
    ),
  });
}
