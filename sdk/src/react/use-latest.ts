import { type RefObject, useEffect, useRef } from 'react';

/** The value of the newest render, for callbacks that outlive one. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
