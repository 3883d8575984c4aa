import type { EthereumAccounts } from '#lib/account/ethereum/ethereum-sign-in.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { readContractSignature } from '#lib/evm/chain/rpc/state/contract-signature.ts'
import type { ServedChains } from '#lib/evm/chain/served/served.ts'
import type { EvmSource } from './sources.ts'

/** How accounts of the served chains sign in. A devnet has no id before its node has answered. */
export const signInAccounts = (nodes: readonly EvmSource[], served: ServedChains): EthereumAccounts => {
  const chains = () => served.all.filter(({ id }) => id > 0)
  return {
    chains,
    isContractSignature: async (chainId, asked, signal) => {
      const name = chains().find(({ id }) => id === chainId)?.name
      // Contracts may be slow or hostile: they do not take the connections that pages use.
      const pool = nodes.find(({ chain }) => chain === name)?.sidePool
      if (!pool) throw new ServiceError('not_available', `Chain ${chainId} has no node here any more.`)
      return await readContractSignature(pool, asked, signal)
    },
  }
}
