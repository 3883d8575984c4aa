/** The jobs of one chain's histories; their keys are lower-case addresses. */
export const historyJobKind = (chain: number): string => `evm-history-${chain}`

/** Contracts of one chain that may wait at a time. */
export const historiesQueuedMax = 1_000
