import type { SentTransaction } from '#lib/aptos/chain/rpc/account.ts'
import { type Place, readStake } from './delegated-stake.ts'
import { namedContracts } from './named-contracts.ts'
import type { AptosDelegations } from './stakes-contract.ts'

const poolsMax = 20

/** Entry functions whose first argument is the pool. */
const ofDelegators = /^0x1::delegation_pool::(add_stake|unlock|reactivate_stake|withdraw|vote|delegate_voting_power)$/

/**
 * Stake of an account in delegation pools that its transactions name: a pool keeps its delegators in a table, so that
 * a node cannot list the pools of an account.
 */
export const accountDelegations = async (
  place: Place,
  { sent, isWhole }: { sent: readonly SentTransaction[]; isWhole: boolean },
): Promise<AptosDelegations> => {
  const named = namedContracts(sent, ofDelegators)
  const pools = named.slice(0, poolsMax)
  const read = await Promise.all(pools.map(({ address }) => readStake(place, address)))
  return {
    transactions: sent.length,
    is_whole: isWhole && named.length <= poolsMax,
    note: read.find(({ note }) => note !== null)?.note ?? null,
    pools: pools.map(({ address, version }, index) => {
      const [active = null, inactive = null, pending_inactive = null] = read[index]?.amounts ?? []
      return { pool_address: address, active, pending_inactive, inactive, last_transaction_version: version }
    }),
  }
}
