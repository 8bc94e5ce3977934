/** The most that comes of a small input that multiplies, in characters of the output unless it says another unit (docs/limits.md#expansion). */
export const budgets = {
  /** A subject or the HTML of a mail. */
  mail: 400_000,
  /** Values of answers in a path of a what-if. */
  valuesOfPath: 2_000,
  /** Values of placeholders in one row of a session. */
  placeholdersOfRow: 1_000_000,
  /** Values of placeholders in a whole session. */
  placeholdersOfSession: 20_000_000,
  /** Steps that a coding agent's workspace keeps for a test. */
  journal: 200_000,
  /** An answer of a tool to a coding agent. */
  agentAnswer: 20_000,
  /** A response of the service that such a tool reads. */
  agentRequest: 50_000_000,
  /** Messages in a batch of a coding agent: each may call a tool that copies the state. */
  agentBatch: 10,
  /** Lines of recurring fees and components in one order, preview or invoice, with the discounts of each. */
  documentLines: 5_000,
  /** Rows of an export or report. */
  exportRows: 50_000,
  /** The texts of an export or report, which has the name of a customer in each row. */
  exportFile: 5_000_000,
  /** A cell of an export, report or other CSV file: a name is in each row. */
  csvCell: 1_500,
  /** A text in a PDF document: more than its lines have in the column of descriptions. */
  pdfText: 1_500,
  /** A message, table or test in a report of `explore` or `certify`: as text, page and JUnit. */
  reportText: 20_000,
  /** Differences in a report of `verify`. */
  differences: 2_000,
} as const;
