import type { ChainToCopy } from '#lib/config/family.ts'
import { findChain } from '#lib/evm/api/chains.ts'
import { historyJobKind } from '#lib/evm/chain/backfill/request-history.ts'
import { forgetWords, indexWordsAgain } from '#lib/evm/chain/search-index/index-documents.ts'
import { lastLocalChainIdIn, localChainSetting } from '#lib/evm/chain/served/chain-id.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { noticeSetting } from '#lib/evm/nft/metadata/notice-blocks.ts'
import { verificationKind } from '#lib/evm/verification/verifications.ts'

/** What of an EVM chain is in a database. */
export const evmChainToCopy: ChainToCopy = async (name, readSetting) => {
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
