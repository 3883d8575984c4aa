import { Amount } from '#components/chain/amount.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { evmPaths } from '#lib/evm/contract/paths.ts'
import type { Movement } from './movement-of.ts'
import type { AddressChanges } from './net-changes.ts'

/** How much of one token an address gained or lost. */
export const NetChangeLine = ({
  chain,
  movement: { tokens },
  change: { token, tokenId, standard, change },
  className,
}: {
  chain: string
  movement: Movement
  change: AddressChanges['changes'][number]
  className?: string
}) => {
  const words = tokens.get(token)
  const isGain = change > 0n
  return (
    <li className={classNames('flex min-w-0 items-baseline gap-1.5', className)}>
      <span className={classNames('shrink-0', isGain ? 'text-good' : 'text-bad')}>
        {isGain && '+'}
        <Amount value={change.toString()} decimals={standard === 'ERC20' ? (words?.decimals ?? null) : 0} />
      </span>
      <Link
        href={
          tokenId === null
            ? evmPaths.token({ chain, address: token })
            : evmPaths.nft({ chain, address: token, tokenId })
        }
        title={token}
        className="flex min-w-0 gap-1 text-accent hover:underline"
      >
        {tokenId !== null && <span className="max-w-24 shrink-0 truncate font-mono">#{tokenId}</span>}
        {words?.symbol || words?.name ? (
          <span className="truncate">{words.symbol || words.name}</span>
        ) : (
          <Hash value={token} className="min-w-0 select-auto" />
        )}
      </Link>
    </li>
  )
}
