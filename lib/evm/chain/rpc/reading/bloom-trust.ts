import type { EvmBlock } from '#lib/evm/chain/block.ts'

/** Whether a chain's blooms are compared with the logs of its blocks. */
export type BloomTrust = {
  readonly isCompared: boolean
  /** A sentence for the operator once they are no longer compared. */
  readonly notice: string | undefined
  /** Learns from a block that was read, with its checks. */
  note(block: EvmBlock): void
}

/** After so many blocks with logs, each read again from all nodes, without one whose bloom was right. */
const wrongMax = 5

/** Chains whose blooms are empty or computed otherwise are recognised by never having a right one. */
export const createBloomTrust = (checkBloom: boolean): BloomTrust => {
  let isCompared = checkBloom
  let wrong = 0
  let wasRight = false
  return {
    get isCompared() {
      return isCompared
    },
    get notice() {
      return isCompared === checkBloom
        ? undefined
        : 'The blooms of this chain are not those of its logs, so they are not compared.'
    },
    note: ({ checks, transactions }) => {
      if (!isCompared || wasRight || !checks || transactions.every(({ logs }) => logs.length === 0)) return
      if (checks.logs_bloom === 'held') wasRight = true
      if (checks.logs_bloom === 'failed') wrong += 1
      if (wrong >= wrongMax) isCompared = false
    },
  }
}
