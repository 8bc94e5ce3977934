import { expect, it } from 'vitest';
import { namedShapes } from '../../.ci/named-shapes.mjs';

const named = (code: string) => namedShapes().renderChunk(code).code;

it('names a shape that declarations repeat, and leaves single and short ones', () => {
  const address = `ZodObject<{
    AddressLine1: ZodOptional<ZodString>; /** { not a brace } */
    PostalCode: ZodLiteral<"}">;
    Country: ZodString;
}, $strip>`;
  const code = `declare const customer: ZodObject<{
    Address: ${address};
    Unit: ZodEnum<{ Day: "Day" }>;
}, $strip>;
interface Kept {
    readonly Name: string;
}
declare const order: [${address}, ZodEnum<{ Day: "Day" }>];
`;
  expect(named(code)).toBe(
    `type Shape1 = { AddressLine1: ZodOptional<ZodString>; /** { not a brace } */ PostalCode: ZodLiteral<"}">; Country: ZodString; };
declare const customer: ZodObject<{ Address: ZodObject<Shape1, $strip>; Unit: ZodEnum<{ Day: "Day" }>; }, $strip>;
interface Kept {
\treadonly Name: string;
}
declare const order: [ZodObject<Shape1, $strip>, ZodEnum<{ Day: "Day" }>];
`,
  );
});
