// Stryker empties an object as a whole. A rule about one field needs a change of that field: here each property of an
// object is left out by itself.
// Stryker takes no mutators from plugins.
import { allMutators } from './node_modules/@stryker-mutator/instrumenter/dist/src/mutators/mutate.js';

/** What only people read. */
const texts = /^(description|summary|title|example)$/;

/** `...{}` */
const nothing = () => ({ type: 'SpreadElement', argument: { type: 'ObjectExpression', properties: [] } });

const removal = {
  name: 'PropertyRemoval',
  *mutate(path) {
    const isProperty = path.isObjectProperty() || path.isObjectMethod() || path.isSpreadElement();
    if (!isProperty || !path.parentPath.isObjectExpression()) return;
    // One that stands alone is removed by emptying the object.
    if (path.parentPath.node.properties.length === 1 || texts.test(path.node.key?.name ?? '')) return;
    yield nothing();
  },
};

/** From now on properties are removed, too. */
export function removeProperties() {
  if (!allMutators.includes(removal)) allMutators.push(removal);
}
