import { collections } from '../domain/records/collections.ts';
import type { Tx } from '../domain/records/tx.ts';
import { registerWebhook } from '../domain/webhooks/webhooks.ts';
import type { WebhookInput } from '../model/webhook.ts';
import type { Keepable } from '../state/collection.ts';
import { namedAsDefaults } from './any-case.ts';
import type { Configuration } from './configuration.ts';
import { configuredAccount } from './configured-account.ts';
import { applyCatalogue } from './configured-catalogue.ts';
import { defaultAccount } from './defaults/account.ts';
import { defaultCatalogue, emptyCatalogue } from './defaults/catalogue.ts';
import { defaultEmailTemplates } from './defaults/email-templates.ts';

type Name = keyof typeof collections;

/** Returns the collections that a reset keeps. Self-service tokens belong to contracts, which are deleted. */
export const keptCollections = (keep: readonly Keepable[]): Name[] =>
  (Object.keys(collections) as Name[]).filter((name) => {
    const { keptBy } = collections[name];
    return keptBy !== undefined && keep.includes(keptBy);
  });

/**
 * Seeds an empty state with account, catalogue, mail templates and endpoints.
 *
 * @param keep the parts to keep
 */
export function loadStart(
  tx: Tx,
  configuration: Configuration | undefined,
  webhooks: readonly (string | WebhookInput)[],
  keep: readonly Keepable[],
): void {
  const config = namedAsDefaults(configuration);
  tx.accounts.load([configuredAccount(defaultAccount, config)]);
  if (!keep.includes('Catalogue')) {
    const all = config?.Catalogue?.Defaults === false ? emptyCatalogue : defaultCatalogue;
    tx.taxPolicies.load(all.TaxPolicies);
    tx.planGroups.load(all.PlanGroups);
    tx.plans.load(all.Plans);
    tx.planVariants.load(all.PlanVariants);
    tx.components.load(all.Components);
    tx.discounts.load(all.Discounts);
    tx.coupons.load(all.Coupons);
    tx.priceLists.load([]);
    tx.emailTemplates.load(defaultEmailTemplates);
    applyCatalogue(tx, config);
  }
  if (keep.includes('Webhooks')) return;
  for (const webhook of webhooks)
    registerWebhook(tx, typeof webhook === 'string' ? { Url: webhook } : webhook);
}
