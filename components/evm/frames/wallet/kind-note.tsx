import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmAddress } from '#lib/evm/wallet/contract.ts'

const accountWords = { erc4337: 'ERC-4337', safe: 'Safe', eip7702: 'EIP-7702' } as const

/** Accounts have a badge of their own. */
const roleWords = { account: undefined, paymaster: 'ERC-4337 paymaster', factory: 'ERC-4337 factory' } as const

/** Details of a token or smart account, with links to its other pages. */
export const KindNote = ({ chain, found }: { chain: string; found: EvmAddress }) => {
  const { address, contract_type, account, delegate, delegate_label, forwards_to, user_operation_role } = found
  const role = user_operation_role && roleWords[user_operation_role]
  return (
    <>
      {contract_type && <Badge tone="accent">{contract_type} contract</Badge>}
      {account && <Badge tone="accent">{accountWords[account]}</Badge>}
      {contract_type && (
        <Link href={evmPaths.token({ chain, address })} className="text-accent hover:underline">
          Token page
        </Link>
      )}
      {role && <Badge tone="accent">{role}</Badge>}
      {delegate && (
        <span className="flex min-w-0 gap-x-1.5">
          <span className="text-muted">runs the code of</span>
          <AddressLink chain={chain} address={delegate} label={delegate_label} />
        </span>
      )}
      {forwards_to && (
        <span className="flex min-w-0 gap-x-1.5">
          <Badge
            tone="bad"
            title="Simulated after the newest indexed block: what the account receives leaves it in the same transaction, as sweepers of stolen keys do"
          >
            Forwards payments
          </Badge>
          <span className="text-muted">to</span>
          <AddressLink chain={chain} address={forwards_to} />
        </span>
      )}
    </>
  )
}
