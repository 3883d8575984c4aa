import { Badge } from '#components/ui/badge.tsx'
import { Link } from '#components/ui/link.tsx'
import { evmPaths } from '#lib/evm/contract/paths.ts'
import type { Wallet } from './wallet-of.ts'

/** What is known of an address beside itself: a name, and whether it is a contract or a token. */
export const WalletNames = ({
  chain,
  address,
  wallet: { label, isContract, token },
}: {
  chain: string
  address: string
  wallet: Wallet
}) => (
  <>
    {label && <span className="wrap-anywhere font-medium">{label}</span>}
    {isContract && <Badge tone="accent">{token ? `${token} contract` : 'Contract'}</Badge>}
    {token && (
      <Link href={evmPaths.token({ chain, address })} className="text-accent hover:underline">
        Token page
      </Link>
    )}
  </>
)
