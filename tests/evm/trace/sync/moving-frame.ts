import type { InternalFrame, InternalTransfer } from '#lib/evm/chain/rpc/traces/block-frames.ts'

/** The frame of a transfer, in a transaction whose frames are all transfers. */
export const movingFrame = ({ transferIndex, ...transfer }: InternalTransfer): InternalFrame => ({
  ...transfer,
  frameIndex: transferIndex,
  gas: 2_300n,
  gasUsed: 21n,
  tracePath: String(transferIndex),
  error: null,
  isUndone: false,
})
