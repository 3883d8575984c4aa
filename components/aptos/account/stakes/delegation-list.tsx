import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { VersionLink } from '#components/aptos/parts/version-link.tsx'
import { Fact } from '#components/ui/facts.tsx'
import type { AptosDelegations } from '#lib/aptos/account/stakes/stakes-contract.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { DelegationPools } from './delegation-pools.tsx'
import { DelegationSearch } from './delegation-search.tsx'
import { newestWords } from './newest-words.ts'

const noteMax = 300

/** Stake in the delegation pools of others, and where these pools were found. */
export const DelegationList = ({
  account,
  delegations: { pools, transactions, is_whole, note },
  network,
}: {
  account: string
  delegations: AptosDelegations
  network: AptosNetwork
}) => (
  <>
    <p className="px-4 py-2.5 text-muted text-sm">{foundIn(pools.length, transactions, is_whole)}</p>
    {note !== null && <p className="wrap-anywhere px-4 pb-2 text-sm text-warn">{cutText(note, noteMax)}</p>}
    <DelegationPools
      pools={pools}
      network={network}
      more={({ last_transaction_version: version }) => (
        <Fact label="Last used in">
          <VersionLink version={version} network={network} />
        </Fact>
      )}
    />
    {!is_whole && (
      <DelegationSearch account={account} network={network} known={pools.map(({ pool_address }) => pool_address)} />
    )}
  </>
)

const foundIn = (pools: number, transactions: number, isWhole: boolean): string => {
  if (isWhole) return 'Delegation pools named in the numbered transactions of this account.'
  if (transactions === 0)
    return 'The node no longer has transactions of this account that would name delegation pools: it may have stake all the same.'
  const named = newestWords(transactions)
  return pools === 0
    ? `No delegation pool is named in ${named}: this account may have stake all the same.`
    : `Delegation pools named in ${named}: this account may have stake in others.`
}
