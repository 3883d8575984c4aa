import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'

export const blockQuestion = (chain: string, block: string) =>
  evmExplorerCall('evmBlock', { chain, block_number_or_hash: block })
