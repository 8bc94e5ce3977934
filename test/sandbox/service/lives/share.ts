import { examples } from '../../../properties.ts';

const wanted = Number(process.env['LIVES'] ?? 0);

/** `npm run lives -- 10000 7` lives so many, by that seed; each property has its share. */
export const shareOf = (share: number, usual: number): number =>
  wanted === 0 ? examples(usual) : Math.ceil(wanted * share);

/** Whether there are so many that nothing should be missing in them. */
export const isLong = wanted >= 1_000;

/** Years of hundreds of contracts: a slow machine may take its time. */
export const timeout = 300_000 + wanted * 1_000;
