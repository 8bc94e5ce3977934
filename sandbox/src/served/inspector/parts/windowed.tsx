/** @jsxImportSource hono/jsx/dom */
import type { Child } from 'hono/jsx';
import { useLayoutEffect, useRef, useState } from 'hono/jsx/dom';

export interface WindowedProps {
  readonly count: number;
  /** Height in pixels, the same for all rows. */
  readonly rowHeight: number;
  readonly label: string;
  /** @param at position from the top */
  readonly row: (at: number) => Child;
  readonly onScroll?: (isAtTop: boolean) => void;
}

/** Number of rows rendered above and below the visible ones. */
const MARGIN = 8;

/** A list of any length, of which only the visible rows are rendered. */
export function Windowed({ count, rowHeight, label, row, onScroll }: WindowedProps) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() =>
      setView((before) => ({ ...before, height: element.clientHeight })),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const scrolled = (event: Event) => {
    const { scrollTop, clientHeight } = event.currentTarget as HTMLElement;
    setView({ top: scrollTop, height: clientHeight });
    onScroll?.(scrollTop < rowHeight);
  };
  const first = Math.max(0, Math.min(count, Math.floor(view.top / rowHeight) - MARGIN));
  const last = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + MARGIN);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
    <div class="windowed" ref={box} onScroll={scrolled} tabIndex={0}>
      <ol
        aria-label={label}
        style={{
          paddingTop: `${first * rowHeight}px`,
          paddingBottom: `${Math.max(0, count - last) * rowHeight}px`,
        }}
      >
        {Array.from({ length: Math.max(0, last - first) }, (_, at) => row(first + at))}
      </ol>
    </div>
  );
}
