import { escaped, junit, page, within } from '../../reports/documents.ts';

/** The result of a case. */
export interface Verdict {
  /** The request body. */
  readonly name: string;
  /** The solution of a problem. */
  readonly advice: string;
  /** The error, with the last event that was sent and its contract; absent if the receiver was correct. */
  readonly problem?: string;
}

/** The result of {@link certify}. */
export interface CertifyReport {
  readonly ok: boolean;
  readonly verdicts: readonly Verdict[];
  readonly problems: readonly Verdict[];
  /** Number of messages sent. */
  readonly posted: number;
  readonly text: string;
  readonly html: string;
  readonly junit: string;
}

export function certifyReport(found: readonly Verdict[], posted: number): CertifyReport {
  const verdicts = found.map((one) =>
    one.problem === undefined ? one : { ...one, problem: within(one.problem) },
  );
  const problems = verdicts.filter(({ problem }) => problem !== undefined);
  const right = verdicts.length - problems.length;
  const summary = `${right} of ${verdicts.length} passed; ${posted} messages sent.`;
  const line = ({ name, problem, advice }: Verdict): string =>
    problem === undefined ? `ok     ${name}` : `WRONG  ${name}: ${problem}\n       ${advice}`;
  return {
    ok: problems.length === 0,
    verdicts,
    problems,
    posted,
    text: [...verdicts.map(line), '', summary, ''].join('\n'),
    html: page('Webhook receiver', [
      `<p>${escaped(summary)}</p>`,
      '<table><thead><tr><th>Sent</th><th>Verdict</th><th>What to do</th></tr></thead><tbody>',
      ...verdicts.map(row),
      '</tbody></table>',
    ]),
    junit: junit(
      'certify',
      verdicts.map(({ name, problem, advice }) => ({
        name,
        ...(problem === undefined ? {} : { failure: { message: problem, details: advice } }),
      })),
    ),
  };
}

const row = ({ name, problem, advice }: Verdict): string =>
  `<tr><td>${escaped(name)}</td>${
    problem === undefined
      ? '<td class="right">right</td><td></td>'
      : `<td class="wrong">${escaped(problem)}</td><td>${escaped(advice)}</td>`
  }</tr>`;
