import type { IndexPosition } from '#lib/api/serve/serve.ts'
import type { AptosNetwork } from '#lib/aptos/api/chain-names.ts'
import { recent } from '#lib/base/shared-calls.ts'
import type { ReadIndexState } from './index-state.ts'

const ageMaxMs = 1_000

/** The position of the NFT index, for the endpoints that use it; blocks and accounts come from the full node. */
export const aptosIndexPosition = (
  indexed: Readonly<Record<string, unknown>>,
  readState: ReadIndexState,
  defaultNetwork: AptosNetwork,
): IndexPosition => {
  const states = {
    mainnet: recent(() => readState('mainnet'), ageMaxMs),
    testnet: recent(() => readState('testnet'), ageMaxMs),
  }
  return async (endpointName, { network }): Promise<Record<string, string>> => {
    if (!Object.hasOwn(indexed, endpointName)) return {}
    const state = await states[network === 'mainnet' || network === 'testnet' ? network : defaultNetwork]()
    if (!state?.last_version) return {}
    return { 'x-spyglass-indexed': `version ${state.last_version}` }
  }
}
