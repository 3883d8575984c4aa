import { approvalEndpoints } from '#lib/evm/approvals/contract.ts'
import { holdingsEndpoints } from '#lib/evm/holdings/contract.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { nftEndpoints } from '#lib/evm/nft/contract.ts'
import { walletHistoryEndpoints } from '#lib/evm/wallet/contract.ts'
import type { Answers } from '#lib/pages/page-definition.ts'
import { callTo } from '#lib/pages/question.ts'

/** Tokens that the page lists; the first few are shown at once. */
const tokensMax = 60
const approvalsMax = 100
const nftsMax = 8
const changesMax = 10

/** The number of NFTs of a wallet, for its tab and its overview. */
export const nftCountQuestion = (chain: string, address: string) => ({
  ...callTo(nftEndpoints.walletNfts, { chain, address, limit: 1, disable_total: false }),
  part: 'count',
})

/** One request per part. A hosted service is not asked for a count: each call has its price. */
export const overviewQuestions = ({ chain, source }: EvmChainState, address: string) => {
  const isOwn = source !== 'hosted'
  const nfts = { normalizeMetadata: true, media_items: true, exclude_spam: true, limit: nftsMax }
  return {
    history: callTo(walletHistoryEndpoints.walletHistory, { chain, address, limit: changesMax, names: true }),
    holdings: callTo(holdingsEndpoints.evmHoldings, { chain, address, limit: tokensMax }),
    nfts: { ...callTo(nftEndpoints.walletNfts, { chain, address, ...nfts }), brief: true },
    nftCount: isOwn ? nftCountQuestion(chain, address) : undefined,
    approvals: callTo(approvalEndpoints.walletApprovals, { chain, address, limit: approvalsMax }),
  }
}

/** The line of an empty part: what a hosted service does not list may still exist. */
export const nothingListed = (
  { index_complete }: EvmChainState,
  { partly, whole }: { partly: string; whole: string },
): string => {
  if (index_complete === null) return 'The hosted service returned none.'
  return index_complete ? whole : partly
}

type Questions = ReturnType<typeof overviewQuestions>

/** A part of the overview: its questions, and their answers. */
export type OverviewPart = {
  state: EvmChainState
  address: string
  questions: Questions
  answers: Answers<Questions>
}
