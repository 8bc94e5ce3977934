// Days and local times of an account, counted for the book of days (docs/billing.md, "Periods and days").

/** A local time, `2026-01-15T10:00:00`; such texts compare like the times that they stand for. */
export type Wall = string;

const DAY = 86_400_000;

export const dayOf = (wall: Wall): number => Date.parse(`${wall.slice(0, 10)}T00:00:00Z`) / DAY;
export const dateOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);
/** The last moment of a day: what holds then holds for the day. */
export const endOf = (day: number): Wall => `${dateOf(day)}T23:59:59.999`;

type Walls = readonly (Wall | undefined)[];
const inOrder = (walls: Walls) => walls.filter((wall) => wall !== undefined).sort();
export const first = (...walls: Walls): Wall => inOrder(walls)[0] ?? '';
export const last = (...walls: Walls): Wall => inOrder(walls).at(-1) ?? '';

/** Billing periods: one begins at `start`, and others before and after it. */
export interface Cycle {
  readonly start: Wall;
  readonly months: number;
}

export class Days {
  readonly #format: Intl.DateTimeFormat;
  readonly #walls = new Map<Wall, Wall>();

  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  }

  /** A time that a clock change skips is later by the length of the change. */
  #onClock(wall: Wall): Wall {
    const known = this.#walls.get(wall);
    if (known !== undefined) return known;
    const read = (instant: number) => this.#format.format(instant).replace(' ', 'T');
    const asUtc = Date.parse(`${wall}Z`);
    const [before = 0, after = 0] = [-DAY, DAY].map((by) => asUtc + by - Date.parse(`${read(asUtc + by)}Z`));
    const isReal = [before, after].some((offset) => read(asUtc + offset) === wall);
    const shown = isReal ? wall : read(asUtc + before);
    this.#walls.set(wall, shown);
    return shown;
  }

  /** That day of a later month, or the month's last one. */
  plusMonths(wall: Wall, months: number): Wall {
    const [year = 0, month = 0, day = 0] = wall.slice(0, 10).split('-').map(Number);
    const begins = new Date(Date.UTC(year, month - 1 + months, 1));
    const length = new Date(Date.UTC(begins.getUTCFullYear(), begins.getUTCMonth() + 1, 0)).getUTCDate();
    const date = dateOf(begins.getTime() / DAY + Math.min(day, length) - 1);
    return this.#onClock(date + wall.slice(10));
  }

  plusDays(wall: Wall, days: number): Wall {
    return this.#onClock(dateOf(dayOf(wall) + days) + wall.slice(10));
  }

  /** The period that a time lies in; the end of one belongs to the next. */
  period({ start, months }: Cycle, wall: Wall): { readonly from: Wall; readonly to: Wall } {
    const monthOf = (one: Wall) => Number(one.slice(0, 4)) * 12 + Number(one.slice(5, 7));
    const begins = (count: number) => this.plusMonths(start, count * months);
    let count = Math.floor((monthOf(wall) - monthOf(start)) / months) - 1;
    while (begins(count + 1) <= wall) count += 1;
    return { from: begins(count), to: begins(count + 1) };
  }
}
