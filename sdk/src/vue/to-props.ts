import type { PropType } from 'vue';
import type { Kind, Table } from '../properties/tables.ts';

/** Types at run time; Vue then warns of a list in place of a text. */
const types: { readonly [kind in Kind]: PropType<unknown> } = {
  key: String,
  text: String,
  list: Array,
  flag: Boolean,
  value: [Object, Array, Function, Number],
};

/** Props of a component as `defineComponent` takes them. */
type Declared<Props> = {
  [Name in keyof Props]-?: {
    type: PropType<Exclude<Props[Name], undefined>>;
    required: undefined extends Props[Name] ? false : true;
  };
};

/** Declares the properties of a table as props. */
export function toProps<Props>(table: Table): Declared<Props> {
  const entries = Object.entries(table).map(([name, kind]) => [
    name,
    { type: types[kind], required: kind === 'key' },
  ]);
  return Object.fromEntries(entries);
}
