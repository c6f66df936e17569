/**
 * Runs something once for every order of its steps. Each run asks which of the waiting steps is next; the runs differ in the
 * answers, until every sequence of answers was given.
 *
 * @param run must ask the same questions where it got the same answers
 * @returns the number of runs
 */
export async function inEveryOrder(run: (choose: (waiting: number) => number) => Promise<void>): Promise<number> {
  let answers: readonly number[] = [];
  for (let runs = 1; ; runs += 1) {
    const asked: { readonly answer: number; readonly waiting: number }[] = [];
    await run((waiting) => {
      const answer = answers[asked.length] ?? 0;
      asked.push({ answer, waiting });
      return answer;
    });
    const last = asked.findLastIndex(({ answer, waiting }) => answer + 1 < waiting);
    if (last === -1) return runs;
    answers = asked.slice(0, last + 1).map(({ answer }, index) => (index === last ? answer + 1 : answer));
  }
}
