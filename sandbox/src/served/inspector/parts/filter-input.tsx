/** @jsxImportSource hono/jsx/dom */
import { setQuery } from '../router.ts';

/** Filters a list while typing: the parameter `q` of the URL. */
export function FilterInput({
  value,
  label = 'Filter',
}: {
  readonly value: string;
  readonly label?: string;
}) {
  return (
    <input
      type="search"
      class="filter"
      aria-label={label}
      placeholder={label}
      value={value}
      onInput={(event: Event) => setQuery({ q: (event.target as HTMLInputElement).value, page: '' })}
    />
  );
}
