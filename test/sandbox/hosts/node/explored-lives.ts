// What `exploreModule` explores in its test. The check is replaced there.
import { cancel, type ExploreOptions, type Scenario } from 'clientlib-sandbox/explore';

export const scenario: Scenario = (sandbox) => sandbox.signUp();

export const options: { -readonly [Name in keyof ExploreOptions]: ExploreOptions[Name] } = {
  months: 1,
  outcomes: ['Rejected', 'Returned'],
  actions: [cancel],
  check: () => {},
};
