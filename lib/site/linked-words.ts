/**
 * First words of the paths of other explorers: Etherscan's family, Blockscout, Otterscan and others. A link works here when
 * its host is replaced: its path is searched for, and the page found is opened (`linkedAddress`). They are no chains (`reservedSlugs`).
 */

/** Followed by an item: `/tx/0x…`. */
const itemWords = [
  ...['tx', 'txn', 'transaction', 'address', 'addr', 'account', 'block', 'token', 'nft', 'contract', 'op', 'uncle'],
  ...['coin', 'fungible_asset', 'object', 'collection', 'creator', 'validator'],
]

/** Lists, with a query or not: `/txs?a=0x…`. */
const listWords = [
  ...['blocks', 'txs', 'transactions', 'tokens', 'tokentxns', 'gastracker', 'gas-tracker', 'gas', 'charts', 'stats'],
  ...['tokens-nft', 'tokens-nft1155', 'nft-top-contracts', 'nft-transfers', 'token-transfers', 'nfttransfers'],
  ...['txspending', 'txsinternal', 'internal-txs', 'accounts', 'contractsverified', 'verified-contracts'],
  ...['blocks_forked', 'uncles', 'withdrawals', 'txsblobs', 'blobs', 'pending', 'contracts', 'nfts'],
  ...['advanced-filter', 'enslookup-search', 'name-lookup-search', 'readcontract', 'tokencheck-tool'],
  ...['validators', 'coins', 'fungible-assets', 'collections', 'analytics', 'tokenholdings', 'tokenapprovalchecker'],
]

export const linkedItemWords: ReadonlySet<string> = new Set(itemWords)
export const linkedListWords: ReadonlySet<string> = new Set(listWords)
