// Templates of mails as somebody may write them who has the credentials of the merchant, and customers with names to match.
import { expect, it } from 'vitest';
import { budgets } from '../../sandbox/src/service/model/budgets.ts';
import { examples, fc } from '../properties.ts';
import { backEnd, newSandbox } from '../sandbox/service/http/service.ts';

const part = fc.oneof(
  fc.constantFrom(
    '{{LastName}}',
    '{{ LastName }}',
    '{{CompanyName}}',
    '{{EmailAddress}}',
    '{{Nothing}}',
    '{{__proto__}}',
    '{{constructor}}',
    '{{toString}}',
    '{{',
    '}}',
    '{{{{LastName}}}}',
    '<a href="{{LastName}}">',
    '<script>',
    '</style>',
    '$&',
    '$1',
    '$`',
    '\n',
  ),
  fc.string({ maxLength: 8 }).filter((text) => !/[\p{Cc}\p{Surrogate}]/u.test(text)),
);

/** Short parts, a few or thousands of times. */
const template = fc
  .tuple(fc.array(part, { minLength: 1, maxLength: 8 }), fc.constantFrom(1, 2, 60, 3_000))
  .map(([parts, times]) => parts.join('').repeat(times).slice(0, 190_000));

const name = fc
  .tuple(
    fc.constantFrom(
      '<img src=x onerror=evil()>',
      '{{LastName}}',
      '{{FirstName}}',
      '$&',
      '"><script>evil()</script>',
      'Ada',
    ),
    fc.constantFrom(1, 400),
  )
  .map(([text, times]) => text.repeat(times));

it('writes no longer a mail than its budget, and no markup of a customer', { timeout: 120_000 }, async () => {
  const sandbox = newSandbox();
  const back = await backEnd(sandbox);
  const { body: made } = await back('POST', 'emailNotificationsTemplates', {
    EventType: 'InvoiceCreated',
    Name: 'Hostile',
    Subject: { _c: 'x' },
    HtmlText: { _c: 'x' },
  });
  let mails = 0;
  await fc.assert(
    fc.asyncProperty(template, template, name, async (subject, html, lastName) => {
      const texts = {
        EventType: 'InvoiceCreated',
        Name: 'Hostile',
        Subject: { _c: subject.slice(0, 500) || 'x' },
        HtmlText: { _c: html },
      };
      const changed = await back('PUT', `emailNotificationsTemplates?id=${made.Id}`, texts);
      expect([200, 422]).toContain(changed.status);
      const customer = await back('POST', 'customers', { LastName: lastName, EmailAddress: 'a@b.test' });
      expect(customer.status).toBe(201);
      await back('POST', '/sandbox/events', { Event: 'InvoiceCreated', CustomerId: customer.body.Id });
      const [mail] = (await back('GET', '/sandbox/mails')).body;
      if (mail?.To !== 'a@b.test') return;
      mails += 1;
      expect(mail.Subject.length).toBeLessThanOrEqual(budgets.mail);
      expect(mail.Html.length).toBeLessThanOrEqual(budgets.mail);
      // What the template has is the merchant's own; what is written for a placeholder has no markup.
      const own = (html.match(/<(script|img)/g) ?? []).length;
      expect((mail.Html.match(/<(script|img)/g) ?? []).length).toBeLessThanOrEqual(own);
      const page = await sandbox.fetch(`http://sandbox/sandbox/mails/${mail.Id}/page`);
      expect([200, 401, 403]).toContain(page.status);
    }),
    { numRuns: examples(50) },
  );
  expect(mails).toBeGreaterThan(0);
  sandbox.close();
});
