// Daily rotation: CI runs part of a long list with each change, and another part the next day.

/** @returns the next `count` of the list, beginning where yesterday's ended */
export function ofToday(list, count, now = Date.now()) {
  const first = Math.floor(now / 86_400_000) * count;
  return Array.from({ length: Math.min(count, list.length) }, (_, at) => list[(first + at) % list.length]);
}
