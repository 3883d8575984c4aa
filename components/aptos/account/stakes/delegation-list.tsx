import { AccountLink } from '#components/aptos/parts/account-link.tsx'
import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { VersionLink } from '#components/aptos/parts/version-link.tsx'
import { Amount } from '#components/chain/amount.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import type { AptosDelegations } from '#lib/aptos/contract/stakes.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { newestWords } from './newest-words.ts'

const octaDecimals = 8
const noteMax = 300

const amounts = [
  ['Staked', 'active'],
  ['Unlocking', 'pending_inactive'],
  ['Unlocked', 'inactive'],
] as const

/** Stake in the delegation pools of others, and where these pools were found. */
export const DelegationList = ({
  delegations: { pools, transactions, is_whole, note },
  network,
}: {
  delegations: AptosDelegations
  network: AptosNetwork
}) => (
  <>
    <p className="px-4 pt-2.5 text-muted text-sm">
      {is_whole
        ? 'Delegation pools named in the numbered transactions of this account.'
        : `Delegation pools named in ${newestWords(transactions)}: this account may have stake in others.`}
    </p>
    {note !== null && <p className="wrap-anywhere px-4 pt-2 text-sm text-warn">{cutText(note, noteMax)}</p>}
    <ul className="divide-y divide-line">
      {pools.map((pool) => (
        <li key={pool.pool_address}>
          <Facts>
            <Fact label="Delegation pool" wide long>
              <AccountLink address={pool.pool_address} network={network} />
            </Fact>
            {amounts.map(([label, name]) => {
              const value = pool[name]
              return (
                <Fact key={name} label={label}>
                  {value === null ? 'unknown' : <Amount value={value} decimals={octaDecimals} symbol="APT" exact />}
                </Fact>
              )
            })}
            <Fact label="Last used in">
              <VersionLink version={pool.last_transaction_version} network={network} />
            </Fact>
          </Facts>
        </li>
      ))}
    </ul>
  </>
)
