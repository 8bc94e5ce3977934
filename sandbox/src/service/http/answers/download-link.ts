import * as z from 'zod';
import { createDownloadLink } from '../../domain/access/download-links.ts';
import { timestamp as writtenTime } from '../../domain/basics/time.ts';
import type { DownloadLink } from '../../domain/records/access.ts';
import type { Tx } from '../../domain/records/tx.ts';
import { timestamp } from '../../model/fields.ts';
import type { ServiceBindings } from '../zones/env.ts';

/** The response of `downloadLink`. */
export const downloadLink = z
  .object({
    Url: z.string().meta({ description: 'Shows the document to anyone who has the link, for 24 hours.' }),
    Expiry: timestamp('When the link expires.'),
  })
  .meta({ id: 'DownloadLink' });

/** Creates a link to a document. @param id of the document, which must exist */
export function madeLink(env: ServiceBindings, kind: DownloadLink['Kind'], id: (tx: Tx) => string) {
  const link = env.core.transaction((tx) => createDownloadLink(tx, kind, id(tx)));
  return { Url: `${env.pagesUrl}/downloads/${link.Id}`, Expiry: writtenTime(link.ExpiresAt) };
}
