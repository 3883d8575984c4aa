import { OverviewFault, OverviewLine, OverviewPanel } from '#components/evm/frames/wallet/overview-panel.tsx'
import { nothingListed, type OverviewPart } from '#components/evm/frames/wallet/overview-questions.ts'
import { EvmNftCard } from '#components/evm/parts/nfts/evm-nft-card.tsx'
import { listedNft } from '#components/evm/parts/nfts/listed-nft.ts'
import { RefreshWhile } from '#components/ui/loading/refresh-while.tsx'
import { evmTabPaths } from '#lib/evm/api/tab-paths.ts'
import { groupedNumber } from '#lib/format/amount.ts'

/** A few NFTs of the wallet with their pictures. Their number is only given where no block is missing. */
export const NftStrip = async ({ state, address, questions, answers }: OverviewPart) => {
  const { chain, index_complete } = state
  const [{ data, fault }, count] = await Promise.all([answers.nfts, answers.nftCount])
  const total = index_complete === true ? count?.data?.total : undefined
  const shown = data?.result ?? []
  const all = {
    href: evmTabPaths.walletNfts({ chain, address }),
    text: total && total > shown.length ? `See all ${groupedNumber(total)}` : 'See all',
  }
  const hasSpamOnly = shown.length === 0 && (count?.data?.total ?? 0) > 0
  const isPending = shown.some(({ media }) => media?.status === 'processing')
  return (
    <OverviewPanel title="NFTs" all={shown.length > 0 || hasSpamOnly ? all : undefined} call={questions.nfts}>
      {isPending && <RefreshWhile />}
      {fault && <OverviewFault what="NFTs" fault={fault} />}
      {data && shown.length === 0 && (
        <OverviewLine>
          {hasSpamOnly
            ? 'Only NFTs of collections that look like spam.'
            : nothingListed(state, { partly: 'No NFTs in the indexed blocks.', whole: 'No NFTs.' })}
        </OverviewLine>
      )}
      {shown.length > 0 && (
        <ul className="nft-strip">
          {shown.map((nft) => (
            <li key={`${nft.token_address}-${nft.token_id}`}>
              <EvmNftCard nft={listedNft(nft)} chain={chain} />
            </li>
          ))}
        </ul>
      )}
    </OverviewPanel>
  )
}
