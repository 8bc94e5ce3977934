// What a check says: one line for each of its steps, the problems below it.

/** @param {[string, () => Promise<{ summary: string, problems: string[] }>][]} steps by name */
export async function runSteps(steps) {
  for (const [name, step] of steps) {
    const start = performance.now();
    const { summary, problems } = await step().catch((error) => ({ summary: '', problems: [error.stack] }));
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(
      `${problems.length === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)${summary && `: ${summary}`}`,
    );
    for (const problem of problems) console.log(problem.replace(/^/gm, '       '));
    if (problems.length > 0) process.exitCode = 1;
  }
}
