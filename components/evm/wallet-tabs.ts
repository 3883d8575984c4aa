import type { Tab } from '#components/ui/tab-bar.tsx'
import { explorerPath } from '#lib/format/explorer-path.ts'

/** The pages of a wallet, in the order in which they stand. */
export const walletTabs = (chain: string, address: string): Tab[] => {
  const wallet = explorerPath.address(chain, address)
  return [
    { title: 'Transactions', href: wallet },
    { title: 'NFTs', href: `${wallet}/nfts` },
    { title: 'NFT transfers', href: `${wallet}/nft-transfers` },
    { title: 'ERC20 transfers', href: `${wallet}/erc20` },
    { title: 'Approvals', href: `${wallet}/approvals` },
  ]
}
