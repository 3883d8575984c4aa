import { Timestamp } from '#components/chain/timestamp.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { Link } from '#components/ui/link.tsx'
import { evmPaths } from '#lib/evm/contract/paths.ts'
import type { NativeTransaction } from '#lib/evm/contract/records/transactions.ts'

/** Who funded an account first, or created a contract, by its oldest transaction. */
export const WalletOrigin = ({
  chain,
  address,
  oldest,
}: {
  chain: string
  address: string
  oldest: NativeTransaction | undefined
}) => {
  const words = oldest && originOf(oldest, address)
  if (!oldest || !words) return null
  return (
    <p className="flex flex-wrap gap-x-1.5 text-sm">
      <span className="text-muted">{words}</span>
      <AddressLink chain={chain} address={oldest.from_address} label={oldest.from_address_label} />
      <Link href={evmPaths.transaction({ chain, hash: oldest.hash })} className="text-accent hover:underline">
        <Timestamp iso={oldest.block_timestamp} />
      </Link>
    </p>
  )
}

const originOf = (
  { to_address, value, receipt_status, receipt_contract_address }: NativeTransaction,
  address: string,
): string | undefined => {
  if (receipt_status === '0') return undefined
  if (receipt_contract_address === address) return 'Created by'
  return to_address === address && value !== '0' ? 'First funded by' : undefined
}
