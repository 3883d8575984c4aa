import type { ReactNode } from 'react'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { Amount } from '#components/chain/amount.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import type { AptosFoundDelegations } from '#lib/aptos/account/stakes-contract.ts'
import { AccountFact } from './account-fact.tsx'

const octaDecimals = 8

const amounts = [
  ['Staked', 'active'],
  ['Unlocking', 'pending_inactive'],
  ['Unlocked', 'inactive'],
] as const

type Pool = AptosFoundDelegations['pools'][number]

/** The stake of an account in each of these pools. */
export const DelegationPools = <Shown extends Pool>({
  pools,
  network,
  more,
}: {
  pools: readonly Shown[]
  network: AptosNetwork
  /** Further facts of a pool. */
  more?: (pool: Shown) => ReactNode
}) => (
  <ul className="divide-y divide-line">
    {pools.map((pool) => (
      <li key={pool.pool_address}>
        <Facts>
          <AccountFact label="Delegation pool" address={pool.pool_address} network={network} />
          {amounts.map(([label, name]) => {
            const value = pool[name]
            return (
              <Fact key={name} label={label}>
                {value === null ? 'unknown' : <Amount value={value} decimals={octaDecimals} symbol="APT" exact />}
              </Fact>
            )
          })}
          {more?.(pool)}
        </Facts>
      </li>
    ))}
  </ul>
)
