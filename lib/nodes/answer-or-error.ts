/** The answer, or the error as a value: one failing node must not end the questions to the others. */
export const answerOrError = <T>(work: Promise<T>): Promise<T | Error> =>
  work.catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
