import { ChangedAmount } from '#components/chain/changed-amount.tsx'
import { Hash } from '#components/chain/hash.tsx'
import { TokenMark } from '#components/evm/parts/token-mark.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Link } from '#components/ui/link.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { type AddressChanges, coin } from '#lib/evm/summary/moves.ts'
import { chainLogo, tokenLogo } from '#lib/logos/logos.ts'
import type { Movement } from './movement-of.ts'

/** How much of the coin or of one token an address gained or lost. */
export const NetChangeLine = ({
  state: { chain, chain_id, symbol, decimals },
  movement: { tokens },
  change: { token, tokenId, standard, change },
  className,
}: {
  state: EvmChainState
  movement: Movement
  change: AddressChanges['changes'][number]
  className?: string
}) => {
  const words = tokens.get(token)
  const logo = token === coin ? (chainLogo(Number(chain_id)) ?? null) : tokenLogo(Number(chain_id), token)
  const decimalsOf = { native: decimals, ERC20: words?.decimals ?? null, ERC721: 0, ERC1155: 0 }
  return (
    <li className={classNames('flex min-w-0 items-center gap-1.5', className)}>
      {logo && <TokenMark address={token} logo={logo} size={16} />}
      <ChangedAmount value={change.toString()} decimals={decimalsOf[standard]} className="shrink-0" />
      {token === coin ? (
        <span>{symbol}</span>
      ) : (
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
      )}
    </li>
  )
}
