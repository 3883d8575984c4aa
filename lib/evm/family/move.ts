import { historyJobKind } from '#lib/evm/backfill/history-jobs.ts'
import { lastLocalChainIdIn, localChainSetting } from '#lib/evm/chain-id.ts'
import { findChain } from '#lib/evm/contract/chains.ts'
import { noticeSetting } from '#lib/evm/metadata/notice-position.ts'
import { forgetWords, indexWordsAgain } from '#lib/evm/search/index-words-again.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import { verificationKind } from '#lib/evm/verify/verifications.ts'
import type { ChainToMove } from '#lib/family.ts'

/** What of an EVM chain is in a database. */
export const evmChainToMove: ChainToMove = async (name, readSetting) => {
  const chain = findChain(name)
  if (chain === undefined) return undefined
  const isLocal = chain.name === 'local'
  const id = isLocal ? await lastLocalChainIdIn(readSetting) : chain.id
  return {
    name: chain.name,
    id,
    jobKinds: [historyJobKind(id), verificationKind(id)],
    settings: [noticeSetting(id), ...(isLocal ? [localChainSetting] : [])],
    serials: { evm_nft_metadata: 'id', evm_nft_texts: 'id' },
    derive: (target) => indexWordsAgain(target.withTables<EvmTables>(), id),
    underive: (target) => forgetWords(target.withTables<EvmTables>(), id),
  }
}
