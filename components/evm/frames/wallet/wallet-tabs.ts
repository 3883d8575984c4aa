import type { Tab } from '#components/ui/tab-bar.tsx'
import { evmPaths } from '#lib/evm/api/paths.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { EvmAddress } from '#lib/evm/wallet/contract.ts'
import { groupedNumber } from '#lib/format/amount.ts'

/** The number of rows per page; omitted or null if not counted. */
type WalletCounts = { transactions?: number | null; nfts?: number | null; nftTransfers?: number | null }

const shown = (count: number | null | undefined): string | undefined =>
  count == null ? undefined : groupedNumber(count)

/** The pages of a wallet, in display order. */
export const walletTabs = (
  { chain, source, index_complete, internal_transfers }: EvmChainState,
  address: string,
  counts: WalletCounts = {},
  isContract = false,
  operationRole?: EvmAddress['user_operation_role'],
): Tab[] => {
  const isPartial = index_complete === false
  // None in the indexed blocks does not mean none; how many NFTs are held depends on all blocks.
  const indexed = (count: number | null | undefined) => (count === 0 && isPartial ? undefined : shown(count))
  const wallet = evmPaths.wallet({ chain, address })
  return [
    { title: 'Overview', href: wallet },
    ...(isContract
      ? [
          { title: 'Contract', href: `${wallet}/contract` },
          { title: 'Code', href: `${wallet}/code` },
          { title: 'Read', href: `${wallet}/read` },
          { title: 'Write', href: `${wallet}/write` },
          { title: 'Storage', href: `${wallet}/storage` },
          { title: 'Events', href: `${wallet}/events` },
        ]
      : []),
    { title: 'Transactions', href: `${wallet}/transactions`, count: indexed(counts.transactions) },
    { title: 'NFTs', href: `${wallet}/nfts`, count: isPartial ? undefined : shown(counts.nfts) },
    { title: 'NFT transfers', href: `${wallet}/nft-transfers`, count: indexed(counts.nftTransfers) },
    { title: 'ERC20 transfers', href: `${wallet}/erc20` },
    ...(source !== 'hosted' && internal_transfers ? [{ title: 'Internal', href: `${wallet}/internal` }] : []),
    ...(operationRole ? [{ title: 'User operations', href: `${wallet}/user-operations` }] : []),
    { title: 'Burns', href: `${wallet}/burns` },
    { title: 'Approvals', href: `${wallet}/approvals` },
  ]
}
