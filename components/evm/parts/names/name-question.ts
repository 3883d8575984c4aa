import { evmExplorerCall } from '#components/evm/parts/evm-calls.ts'

/** The ENS name of an address: the same for every chain. */
export const nameQuestion = (address: string) => evmExplorerCall('evmAddressName', { address })
