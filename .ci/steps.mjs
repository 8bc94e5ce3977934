// The output of a check: one line for each step, with its problems below.

/** @param {[string, () => Promise<{ summary: string, problems: string[] }>][]} steps by name; they run beside each other */
export async function runSteps(steps) {
  const start = performance.now();
  const running = steps.map(([name, step]) =>
    step()
      .catch((error) => ({ summary: '', problems: [error.stack] }))
      .then((found) => ({ name, ...found, seconds: ((performance.now() - start) / 1000).toFixed(1) })),
  );
  for (const step of running) {
    const { name, summary, problems, seconds } = await step;
    console.log(
      `${problems.length === 0 ? 'ok    ' : 'FAILED'} ${name} (after ${seconds} s)${summary && `: ${summary}`}`,
    );
    for (const problem of problems) console.log(problem.replace(/^/gm, '       '));
    if (problems.length > 0) process.exitCode = 1;
  }
}
