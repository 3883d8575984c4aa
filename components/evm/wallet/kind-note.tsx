import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import type { EvmAddress } from '#lib/evm/contract/explorer/api.ts'
import { evmPaths } from '#lib/evm/contract/paths.ts'
import { evmTabPaths } from '#lib/evm/contract/tab-paths.ts'
import { withFilters } from '#lib/format/filters.ts'

const accountWords = { erc4337: 'ERC-4337', safe: 'Safe', eip7702: 'EIP-7702' } as const

/** The event of ERC-4337 for each executed operation; the account is its second indexed argument. */
const executed = 'UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)'

/** Details of a token or smart account, with links to its other pages. */
export const KindNote = ({ chain, found }: { chain: string; found: EvmAddress }) => {
  const { address, contract_type, account, delegate, delegate_label } = found
  return (
    <>
      {contract_type && <Badge tone="accent">{contract_type} contract</Badge>}
      {account && <Badge tone="accent">{accountWords[account]}</Badge>}
      {contract_type && (
        <Link href={evmPaths.token({ chain, address })} className="text-accent hover:underline">
          Token page
        </Link>
      )}
      {(account === 'erc4337' || account === 'eip7702') && (
        <Link
          href={withFilters(evmTabPaths.events({ chain }), { event: executed, topic2: address })}
          className="text-accent hover:underline"
        >
          User operations
        </Link>
      )}
      {delegate && (
        <span className="flex min-w-0 gap-x-1.5">
          <span className="text-muted">runs the code of</span>
          <AddressLink chain={chain} address={delegate} label={delegate_label} />
        </span>
      )}
    </>
  )
}
