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

/**
 * First path segments that are not chains, besides those of families (`FamilyConfig`). A test compares them with the
 * folders of `app` and the files of `public`.
 */
export const reservedSlugs: ReadonlySet<string> = new Set([
  ...[
    'account',
    'api',
    'compare',
    'docs',
    'labels',
    'logos',
    'media',
    'paste',
    'search',
    'sign-in',
    'status',
    'wallet',
  ],
  // Links of other explorers; build tools print `/address/0x…`, too.
  ...linkedItemWords,
  ...linkedListWords,
  // Short paths of the APIs of Sourcify and Etherscan, and of the server for assistants.
  ...['sourcify', 'etherscan', 'v2', 'mcp', 'llms'],
  // The data of the home page (`/index.json`), and words that look like a page or a choice of all chains.
  ...['index', 'all', 'home', 'admin', 'static', 'favicon', 'icon', 'robots', 'manifest', 'sitemap'],
])
