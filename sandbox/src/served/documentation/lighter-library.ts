/*
 * A plugin of the library. By itself the library reads the description as YAML, normalizes the whole of it for each operation
 * that is opened, and draws the schema of every refusal.
 */

type Json = { readonly [name: string]: unknown };
type Path = readonly string[];
type Resolve = (document: Json, path: Path, options: object) => Promise<unknown>;
type Component = (props: never) => unknown;

/** What we use of the library's parts. */
interface System {
  readonly fn: { readonly resolveSubtree: Resolve };
  readonly specActions: { updateJsonSpec(document: Json): void };
  readonly React: {
    createElement(type: string | Component, props: object | null, ...children: unknown[]): unknown;
    useState(initial: boolean): [boolean, (value: boolean) => void];
  };
}

export function lighterLibrary({ fn: { resolveSubtree } }: System) {
  const resolvePart: Resolve = (document, path, options) =>
    resolveSubtree(partOf(document, path), path, options);
  const parseJson =
    (_parseYaml: Component, { specActions }: System) =>
    (text: string) =>
      specActions.updateJsonSpec(JSON.parse(text));
  return {
    fn: { resolveSubtree: resolvePart },
    statePlugins: { spec: { wrapActions: { parseToJson: parseJson } } },
    wrapComponents: {
      modelExample: (Original: Component, { React }: System): Component => {
        const Folded = folded(Original, React, 'Example and schema');
        return (props: { readonly specPath: Iterable<string> }) =>
          React.createElement(isLong([...props.specPath]) ? Folded : Original, props);
      },
      Webhooks: (Original: Component, { React }: System) => folded(Original, React, 'Webhooks'),
    },
  };
}

/** The document with nothing but the value at a path, and the components that it leads to. */
export function partOf(document: Json, path: Path): Json {
  const { paths: _paths, webhooks: _webhooks, components: _components, ...part } = document;
  copyAt(document, part, path);
  const copied = new Set<string>();
  const copyReferred = (value: unknown): void => {
    for (const [pointer] of JSON.stringify(value ?? null).matchAll(/(?<="\$ref":"#\/)components\/[^"]+/g)) {
      if (copied.has(pointer)) continue;
      copied.add(pointer);
      copyReferred(copyAt(document, part, pointer.split('/')));
    }
  };
  copyReferred(part);
  return part;
}

/** Copies the value at a path from one object to the other. @returns the value */
function copyAt(source: Json, target: Record<string, unknown>, [name = '', ...rest]: Path): unknown {
  if (rest.length === 0) {
    target[name] = source[name];
    return source[name];
  }
  const inner = { ...(target[name] as Json) };
  target[name] = inner;
  return copyAt((source[name] ?? {}) as Json, inner, rest);
}

/** The same, but not drawn before somebody unfolds it. */
function folded(Original: Component, { createElement, useState }: System['React'], title: string): Component {
  return (props: object) => {
    const [isOpen, setOpen] = useState(false);
    const onToggle = ({ currentTarget }: { currentTarget: HTMLDetailsElement }) =>
      setOpen(currentTarget.open);
    return createElement(
      'details',
      { className: 'folded', onToggle },
      createElement('summary', null, title),
      isOpen && createElement(Original, props),
    );
  };
}

/** Refusals look alike everywhere. On a phone also the others would be as long as fifty screens. */
function isLong([, , , part, status]: Path): boolean {
  return part === 'responses' && (Number(status) >= 400 || matchMedia('(max-width: 800px)').matches);
}
