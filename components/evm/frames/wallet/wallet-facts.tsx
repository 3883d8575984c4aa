import type { ReactNode } from 'react'
import { Amount } from '#components/chain/amount.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { Link } from '#components/ui/link.tsx'
import { Skeleton } from '#components/ui/states/skeleton.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { NativeTransaction } from '#lib/evm/api/records/transactions.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { EvmAddress } from '#lib/evm/wallet/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { isContract } from './wallet-of.ts'

const frame = 'relative rounded-xl border border-line bg-surface px-4 py-3'
const figures = 'grid grid-cols-2 gap-x-5 max-sm:gap-x-3 gap-y-3 sm:grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))]'

/** What an address has and when it was active. What is not known is never shown as nothing. */
export const WalletFacts = ({
  address,
  state: { chain, symbol, decimals, source, index_complete },
  found,
  total,
  newest,
  oldest,
  children,
}: {
  address: string
  state: EvmChainState
  found: EvmAddress | undefined
  /** The number of its transactions; null if they were not counted. */
  total: number | null
  newest: string | undefined
  oldest: NativeTransaction | undefined
  /** Shown in the corner. */
  children?: ReactNode
}) => {
  const isPartial = index_complete === false
  const origin = index_complete === true && oldest ? originOf(oldest, address) : undefined
  const unread = <span className="font-normal text-muted text-sm">not known</span>
  return (
    <div className={frame}>
      <dl aria-label="Facts" className={figures}>
        <WalletFact title="Balance">
          {found?.balance == null ? unread : <Amount value={found.balance} decimals={decimals} symbol={symbol} />}
        </WalletFact>
        {source !== 'hosted' && (
          <WalletFact title={isContract(found) ? 'Contracts created' : 'Transactions sent'}>
            {found?.nonce == null ? unread : groupedNumber(sentBy(found, found.nonce))}
          </WalletFact>
        )}
        <WalletFact title={isPartial ? 'Indexed transactions' : 'Transactions'}>
          {total === null ? <span className="font-normal text-muted text-sm">not counted</span> : groupedNumber(total)}
        </WalletFact>
        {oldest && (
          <WalletFact title={isPartial ? 'First indexed activity' : 'First activity'}>
            <Link
              href={evmPaths.transaction({ chain, hash: oldest.hash })}
              className="hover:text-accent hover:underline"
            >
              <Timestamp isAlone="day" iso={oldest.block_timestamp} className="text-sm max-sm:text-xs" />
            </Link>
          </WalletFact>
        )}
        {origin && oldest && (
          <WalletFact title={origin}>
            <AddressLink
              chain={chain}
              address={oldest.from_address}
              label={oldest.from_address_label}
              className="text-sm"
            />
          </WalletFact>
        )}
        {newest && (
          <WalletFact title={isPartial ? 'Last indexed activity' : 'Last activity'}>
            <Timestamp isAlone="day" iso={newest} className="text-sm max-sm:text-xs" />
          </WalletFact>
        )}
      </dl>
      <div className="absolute top-1 right-1">{children}</div>
    </div>
  )
}

/** Who funded an account first, or created a contract, by its oldest transaction: only where no earlier block is missing. */
const originOf = (
  { to_address, value, receipt_status, receipt_contract_address }: NativeTransaction,
  address: string,
): string | undefined => {
  if (receipt_status === '0') return undefined
  if (receipt_contract_address === address) return 'Created by'
  return to_address === address && value !== '0' ? 'First funded by' : undefined
}

/** A contract's own nonce starts at 1, by EIP-161. */
const sentBy = (found: EvmAddress, nonce: string): bigint =>
  isContract(found) && found.delegate === null && nonce !== '0' ? BigInt(nonce) - 1n : BigInt(nonce)

const WalletFact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-muted text-xs">{title}</dt>
    <dd className="truncate font-semibold text-lg leading-7">{children}</dd>
  </div>
)

/** As many figures as most addresses have. */
export const WalletFactsSkeleton = () => (
  <div className={frame} data-loading>
    <div className={figures}>
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <Skeleton key={key} className="h-11" />
      ))}
    </div>
  </div>
)
