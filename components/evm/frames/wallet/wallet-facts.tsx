import type { ReactNode } from 'react'
import { Amount } from '#components/chain/amount.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { Link } from '#components/ui/link.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { NativeTransaction } from '#lib/evm/api/records/transactions.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { EvmAddress } from '#lib/evm/wallet/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'
import { isContract } from './wallet-questions.ts'

/** What is known of an address and when it was active. What is not known is never shown as nothing. */
export type WalletKnown = {
  address: string
  state: EvmChainState
  found: EvmAddress | undefined
  /** The number of its transactions; null if they were not counted. */
  total: number | null
  newest: string | undefined
  oldest: NativeTransaction | undefined
}

const small = 'font-normal text-muted text-sm'

/** The figures beside the title. */
export const WalletFigures = ({
  state: { chain, symbol, decimals, index_complete },
  found,
  total,
  oldest,
}: WalletKnown) => {
  const isPartial = index_complete === false
  return (
    <dl aria-label="Figures" className="figures">
      <div>
        <dt>Balance</dt>
        <dd>
          {found?.balance == null ? (
            <span className={small}>not known</span>
          ) : (
            <Amount value={found.balance} decimals={decimals} symbol={symbol} />
          )}
        </dd>
      </div>
      <div>
        <dt>{isPartial ? 'Indexed transactions' : 'Transactions'}</dt>
        <dd>{total === null ? <span className={small}>not counted</span> : groupedNumber(total)}</dd>
      </div>
      {oldest && (
        <div>
          <dt>{isPartial ? 'First indexed activity' : 'First activity'}</dt>
          <dd>
            <Link href={evmPaths.transaction({ chain, hash: oldest.hash })} className="hover:text-accent">
              <Timestamp isAlone="day" iso={oldest.block_timestamp} className="text-sm" />
            </Link>
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Two figures of unknown width: what is beside them has room. */
export const WalletFiguresSkeleton = () => <Skeleton className="h-11 w-64" />

/** The further facts, in a line. */
export const WalletFacts = ({
  address,
  state: { chain, index_complete },
  found,
  newest,
  oldest,
  children,
}: WalletKnown & {
  /** Shown at the end. */
  children?: ReactNode
}) => {
  const origin = index_complete === true && oldest ? originOf(oldest, address) : undefined
  return (
    <dl aria-label="Facts" className="fact-line">
      {found?.nonce != null && (
        <div>
          <dt>{isContract(found) ? 'Contracts created' : 'Transactions sent'}</dt>
          <dd>{groupedNumber(sentBy(found, found.nonce))}</dd>
        </div>
      )}
      {origin && oldest && (
        <div>
          <dt>{origin}</dt>
          <dd className="min-w-0">
            <AddressLink chain={chain} address={oldest.from_address} label={oldest.from_address_label} />
          </dd>
        </div>
      )}
      {newest && (
        <div>
          <dt>{index_complete === false ? 'Last indexed activity' : 'Last activity'}</dt>
          <dd>
            <Timestamp isAlone="day" iso={newest} />
          </dd>
        </div>
      )}
      <div className="ml-auto">
        <dt className="sr-only">Source</dt>
        <dd>{children}</dd>
      </div>
    </dl>
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
