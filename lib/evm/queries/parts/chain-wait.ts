/** How long an answer about several chains waits for each of them: one with a slow node or database must not delay the others. */
export const chainWaitMs = 4_000
