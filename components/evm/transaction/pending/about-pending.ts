import { shortText } from '#components/kit/short-text.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import type { EvmPendingTransaction } from '#lib/evm/transaction/pending-contract.ts'
import type { PageSummary } from '#lib/pages/page-definition.ts'
import type { Answer } from '#lib/pages/question.ts'
import { pendingText } from './pending-text.ts'

/** Metadata of the page of a transaction that is in no block. */
export const aboutPending = async (
  { state: { title: place }, hash }: { state: EvmChainState; hash: string },
  answer: Promise<Answer<EvmPendingTransaction>> | undefined,
): Promise<PageSummary> => {
  const data = (await answer)?.data
  return {
    title: hash,
    place,
    summary: data ? pendingText(data) : `The transaction ${shortText(hash)} of ${place}.`,
    facts: data ? [['Status', data.state]] : [],
  }
}
