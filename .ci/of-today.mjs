// What takes turns by day: CI tries some of a long list with each change, and others tomorrow.

/** @returns the next `count` of the list, beginning where yesterday's ended */
export function ofToday(list, count, now = Date.now()) {
  const first = Math.floor(now / 86_400_000) * count;
  return Array.from({ length: Math.min(count, list.length) }, (_, at) => list[(first + at) % list.length]);
}
