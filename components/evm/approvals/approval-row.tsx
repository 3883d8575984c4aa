import type { ReactNode } from 'react'
import { Hash } from '#components/chain/hash.tsx'
import { Timestamp } from '#components/chain/timestamp.tsx'
import { AddressLink } from '#components/evm/parts/address-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Link } from '#components/ui/link.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'

/** One approval: of what, for whom, how much, since when. */
export const ApprovalRow = ({
  chain,
  token,
  isSpam,
  spender,
  amount,
  timestamp,
  transactionHash,
  children,
}: {
  chain: string
  token: { address: string; name: string | null; symbol: string | null }
  isSpam: boolean
  spender: { address: string; label?: string }
  amount: ReactNode
  timestamp: string
  transactionHash: string
  children?: ReactNode
}) => (
  <li className="allowance">
    <span className="flex min-w-0 items-center gap-1.5">
      <span className="sr-only">Of </span>
      <Link
        href={evmPaths.token({ chain, address: token.address })}
        title={token.address}
        className="min-w-0 truncate text-accent hover:underline"
      >
        {token.name || token.symbol || <Hash value={token.address} title={undefined} />}
      </Link>
      {isSpam && <Badge tone="warn">Spam</Badge>}
    </span>
    <span className="spender">
      <span className="shrink-0 text-muted lg:sr-only">by </span>
      <AddressLink chain={chain} {...spender} />
      <CopyButton value={spender.address} label="Copy address of the spender" />
    </span>
    <span className="truncate text-right">{amount}</span>
    <span className="time">
      <Timestamp iso={timestamp} />
    </span>
    <Link href={evmPaths.transaction({ chain, hash: transactionHash })} className="transaction">
      transaction
    </Link>
    {children}
  </li>
)
