import { type Command, Option } from 'commander';

/** What `mcp` takes (docs/agents.md). */
export interface McpOptions {
  /** Address of a sandbox that runs. */
  readonly url?: string;
  /** Port of the one that is used or started otherwise. */
  readonly port: number;
  readonly clock?: string;
  readonly seed?: string;
}

/** How the other commands read their arguments. */
interface Readers {
  readonly urlOf: (text: string) => string;
  readonly portOf: (text: string) => number;
  readonly clockOf: (text: string) => string;
}

/** Adds the command for coding agents. @param found gets what the command line asks for */
export function addAgentCommand(
  program: Command,
  { urlOf, portOf, clockOf }: Readers,
  found: (options: McpOptions) => void,
): void {
  program
    .command('mcp')
    .description('tools for coding agents over standard input and output (Model Context Protocol)')
    .argument('[url]', 'address of a sandbox that runs; without it, the one on the port, or a new one', urlOf)
    .addOption(new Option('-p, --port <number>', 'port of the sandbox').default(4400).argParser(portOf))
    .addOption(
      new Option(
        '-t, --clock <instant>',
        'ISO 8601 instant at which the clock of a new one stands',
      ).argParser(clockOf),
    )
    .option('-s, --seed <text>', 'decides ids and randomness of a new one')
    .action((url: string | undefined, options: McpOptions) => {
      found(url === undefined ? options : { ...options, url });
    });
}
