/**
 * Tabs of other explorers' pages and ours, by what links name them with: `#readContract` and `#eventlog` (Etherscan),
 * `?tab=token_transfers` (Blockscout), `/internal-transactions` (its older form). Compared without case and separators.
 */
const onAddress: Record<string, string> = {
  ...{ transactions: 'transactions', txs: 'transactions' },
  ...{ internaltx: 'internal', internaltxns: 'internal', internaltransactions: 'internal' },
  ...{ tokentxns: 'erc20', tokentransfers: 'erc20', tokentransferserc20: 'erc20' },
  ...{ tokentxnserc721: 'nft-transfers', tokentxnserc1155: 'nft-transfers', nfttransfers: 'nft-transfers' },
  ...{ tokensnfts: 'nfts', nfts: 'nfts', inventory: 'nfts' },
  ...{ code: 'code', contract: 'code', contractcode: 'code', contracts: 'code' },
  ...{
    readcontract: 'read',
    readproxycontract: 'read',
    readcontractrpc: 'read',
    readproxy: 'read',
    readproxyrpc: 'read',
  },
  ...{ writecontract: 'write', writeproxycontract: 'write', writeproxy: 'write', writecontractrpc: 'write' },
  ...{ events: 'events', logs: 'events', useroperations: 'user-operations', userops: 'user-operations' },
  ...{ approvals: 'approvals', tokenapprovals: 'approvals' },
}
const onTransaction: Record<string, string> = {
  ...{ eventlog: 'logs', logs: 'logs', internal: 'internal', internaltransactions: 'internal' },
  ...{ statechange: 'state', state: 'state', tokentransfers: 'transfers', rawtrace: 'calls' },
}
const onToken: Record<string, string> = { balances: 'holders', holders: 'holders', inventory: 'items' }
const onBlock: Record<string, string> = { withdrawals: 'withdrawals' }

const tabsOf: Record<string, Record<string, string>> = {
  address: onAddress,
  tx: onTransaction,
  token: onToken,
  block: onBlock,
}

const pageForm = /^\/([^/]+)\/(address|tx|token|block)\/([^/?#]+)$/

/** The path of the tab that a link names, below the path of its item's page; undefined if it names none of ours. */
export const linkedTab = (path: string, named: string): string | undefined => {
  const word = named.toLowerCase().replace(/[^a-z0-9]/g, '')
  const [, chain, page = '', item] = pageForm.exec(path) ?? []
  const own = tabsOf[page]
  if (own && Object.hasOwn(own, word)) return `${path}/${own[word]}`
  // A token is a contract, too, whose page is that of its address.
  const isOfContract =
    page === 'token' && Object.hasOwn(onAddress, word) && /^(code|read|write|events)$/.test(onAddress[word] ?? '')
  return isOfContract ? `/${chain}/address/${item}/${onAddress[word]}` : undefined
}
