import { addressNameEndpoints } from '#lib/evm/ens/contract.ts'
import { callTo } from '#lib/pages/question.ts'

/** The ENS name of an address: the same for every chain. */
export const nameQuestion = (address: string) => callTo(addressNameEndpoints.evmAddressName, { address })
