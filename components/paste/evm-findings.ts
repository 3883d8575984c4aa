import { evmExplorerQueries } from '#components/evm/parts/evm-explorer-queries.ts'
import { evmQueries } from '#components/evm/parts/evm-queries.ts'
import type { Ask } from '#components/kit/paced-queries.ts'
import type { EvmHit } from '#lib/evm/contract/explorer.ts'
import { evmPaths } from '#lib/evm/contract/paths.ts'
import { groupedNumber, shortAmount } from '#lib/format/amount.ts'
import type { Candidate } from '#lib/format/recogniser.ts'
import { methodOf, statusOf } from '#lib/format/transaction.ts'
import type { Finding, Served } from './finding.ts'

type Chain = Served['chains'][number]
type Nft = Candidate & { tokenId: string }

const counted = (count: number | string, word: string): string =>
  `${groupedNumber(count)} ${word}${String(count) === '1' ? '' : 's'}`

/** Matches of a candidate on the served EVM chains, each with a one-line summary. */
export const evmFindings = async (ask: Ask, candidate: Candidate, { chains }: Served): Promise<Finding[]> => {
  const named = 'chain' in candidate ? candidate.chain : undefined
  const asked = named === undefined ? chains : chains.filter(({ chain }) => chain === named)
  const { tokenId } = candidate
  if (candidate.kind === 'evm-nft' && tokenId !== undefined)
    return (await Promise.all(asked.map((chain) => nftFinding(ask, { ...candidate, tokenId }, chain)))).flat()
  const found = asked.length > 0 && (await ask(evmExplorerQueries.one.evmSearch({ q: candidate.value, chain: named })))
  const hits = found ? found.result : []
  const findings = hits.map((hit) => {
    const chain = chains.find((one) => one.chain === hit.chain)
    return chain ? hitFindings(ask, hit, chain) : []
  })
  return (await Promise.all(findings)).flat()
}

const hitFindings = async (ask: Ask, { type, value }: EvmHit, chain: Chain): Promise<Finding[]> => {
  if (type === 'transaction') return transactionFinding(ask, value, chain)
  if (type === 'block') return blockFinding(ask, value, chain)
  // A number may be the name of a token too; no one pastes it for that.
  return type === 'address' ? addressFinding(ask, value, chain) : []
}

const transactionFinding = async (
  ask: Ask,
  hash: string,
  { chain, title, symbol, decimals }: Chain,
): Promise<Finding[]> => {
  const input = { chain, transaction_hash: hash }
  // Not every source decodes.
  const decoded = await ask(evmQueries.one.transactionVerbose(input)).catch(() => undefined)
  const transaction = decoded ?? (await ask(evmQueries.one.transaction(input)))
  if (!transaction) return []
  const { value, block_number, block_timestamp } = transaction
  const status = { success: 'Success', failed: 'Failed', unknown: 'Status not recorded' }[statusOf(transaction)]
  const amount = value === '0' ? '' : ` ${shortAmount(value, decimals)} ${symbol}`
  const words = `${status}: ${decoded?.decoded_call?.label ?? methodOf(transaction)}${amount}, block ${groupedNumber(block_number)}`
  return [
    { title: 'Transaction', place: title, path: evmPaths.transaction({ chain, hash }), words, iso: block_timestamp },
  ]
}

const blockFinding = async (ask: Ask, numberOrHash: string, { chain, title }: Chain): Promise<Finding[]> => {
  const block = await ask(evmExplorerQueries.one.evmBlock({ chain, block_number_or_hash: numberOrHash }))
  if (!block) return []
  const { block_number, block_timestamp, transaction_count } = block
  const words = `Block ${groupedNumber(block_number)}, ${counted(transaction_count, 'transaction')}`
  return [
    { title: 'Block', place: title, path: evmPaths.block({ chain, block: block_number }), words, iso: block_timestamp },
  ]
}

/** Any 20 bytes are an address: it is found where it did something, or is a contract of tokens. */
const addressFinding = async (ask: Ask, address: string, { chain, title }: Chain): Promise<Finding[]> => {
  const [collection, list] = await Promise.all([
    // A chain without an index has no names of contracts.
    ask(evmExplorerQueries.one.evmCollection({ chain, address })).catch(() => undefined),
    ask(evmQueries.one.walletTransactions({ chain, address, limit: 1, disable_total: false })),
  ])
  const count = list?.total ?? list?.result.length ?? 0
  const iso = list?.result[0]?.block_timestamp
  const transactions = counted(count, 'transaction')
  if (collection?.contract_type || collection?.name) {
    const kind = collection.contract_type ?? 'Token'
    const rating = await ask(evmExplorerQueries.one.evmContractRating({ chain, address })).catch(() => undefined)
    const name = [collection.name, collection.symbol && `(${collection.symbol})`].filter(Boolean).join(' ')
    const words = [rating?.possible_spam && 'Possible spam', name, transactions].filter(Boolean).join(', ')
    const path = evmPaths.token({ chain, address })
    return [{ title: `${kind} contract`, place: title, path, words, iso, when: 'newest' }]
  }
  if (iso === undefined) return []
  const path = evmPaths.wallet({ chain, address })
  return [{ title: 'Address', place: title, path, words: transactions, iso, when: 'newest' }]
}

/** The state comes first: asking for an unknown token itself would start the indexing of its contract. */
const nftFinding = async (ask: Ask, { value, tokenId }: Nft, { chain, title }: Chain): Promise<Finding[]> => {
  const token = { chain, address: value, token_id: tokenId }
  const state = await ask(evmExplorerQueries.one.evmNftState(token))
  const nft = state && (await ask(evmQueries.one.nftMetadata(token)))
  if (!nft) return []
  const words = `${nft.name ?? nft.symbol ?? 'Token'} #${tokenId}`
  return [{ title: 'NFT', place: title, path: evmPaths.nft({ chain, address: value, tokenId }), words }]
}
