import { readdirSync } from 'node:fs'
import { aptosAssets, aptosMultisig, aptosNfts, demoLedger } from '#tests/pages/demo-ledger.ts'

const wallet = demoLedger.busiestWallet
/** The account of the Aptos framework. */
const framework = `0x${'1'.padStart(64, '0')}`
const { lanterns, stamps, harborCoin } = demoLedger
const apt = `0x${'a'.padStart(64, '0')}`
const { User } = demoLedger.aptosVersions
const transactions = [
  demoLedger.nestedCalls,
  demoLedger.tokenTransfer,
  demoLedger.contractCreation,
  demoLedger.failedTransaction,
]
const transactionPages = (page: string) => transactions.map((hash) => `/demo/tx/${hash}${page}`)
const aptosVersions = [...new Set([User, ...Object.values(demoLedger.aptosVersions), '0?changes=30'])]

/** Paths on the demo ledger for each route of `app`: those that show untrusted text, and the longest lists. */
const examples: Record<string, readonly string[]> = {
  '/': ['/'],
  '/[chain]': ['/demo'],
  '/[chain]/address/[address]': [`/demo/address/${wallet}`],
  '/[chain]/address/[address]/approvals': [`/demo/address/${wallet}/approvals`],
  '/[chain]/address/[address]/burns': [`/demo/address/${wallet}/burns`],
  '/[chain]/address/[address]/code': [`/demo/address/${harborCoin}/code`, `/demo/address/${wallet}/code`],
  '/[chain]/address/[address]/contract': [`/demo/address/${harborCoin}/contract`, `/demo/address/${wallet}/contract`],
  '/[chain]/address/[address]/erc20': [`/demo/address/${wallet}/erc20`],
  '/[chain]/address/[address]/events': [
    `/demo/address/${harborCoin}/events`,
    `/demo/address/${harborCoin}/events?event=Transfer&topic1=${wallet}`,
  ],
  '/[chain]/address/[address]/internal': [`/demo/address/${wallet}/internal`],
  '/[chain]/address/[address]/user-operations': [`/demo/address/${wallet}/user-operations`],
  '/[chain]/address/[address]/nft-transfers': [`/demo/address/${wallet}/nft-transfers`],
  '/[chain]/address/[address]/nfts': [`/demo/address/${wallet}/nfts`],
  '/[chain]/address/[address]/read': [
    `/demo/address/${harborCoin}/read`,
    `/demo/address/${harborCoin}/read?function=balanceOf%28address%29&a0=${wallet}`,
  ],
  '/[chain]/address/[address]/storage': [`/demo/address/${harborCoin}/storage`],
  '/[chain]/address/[address]/write': [`/demo/address/${harborCoin}/write`],
  '/[chain]/address/[address]/transactions': [`/demo/address/${wallet}/transactions`],
  '/[chain]/block/[block]': [`/demo/block/${demoLedger.block}`],
  '/[chain]/block/[block]/nft-transfers': [`/demo/block/${demoLedger.block}/nft-transfers`],
  '/[chain]/block/[block]/withdrawals': [`/demo/block/${demoLedger.block}/withdrawals`],
  '/[chain]/erc20': ['/demo/erc20'],
  '/[chain]/erc20/approvals': ['/demo/erc20/approvals'],
  '/[chain]/erc20/burns': ['/demo/erc20/burns'],
  '/[chain]/erc20/transfers': ['/demo/erc20/transfers'],
  '/[chain]/events': [
    '/demo/events',
    '/demo/events?event=0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  ],
  '/[chain]/blocks': ['/demo/blocks'],
  '/[chain]/block/[block]/internal': [`/demo/block/${demoLedger.block}/internal`],
  '/[chain]/internal': ['/demo/internal'],
  '/[chain]/block/[block]/blobs': [`/demo/block/${demoLedger.block}/blobs`],
  '/[chain]/withdrawals': ['/demo/withdrawals'],
  '/[chain]/blobs': ['/demo/blobs'],
  '/[chain]/uncles': ['/demo/uncles'],
  '/[chain]/pending': ['/demo/pending'],
  '/[chain]/accounts': ['/demo/accounts'],
  '/[chain]/contracts': ['/demo/contracts'],
  '/[chain]/contracts/verified': ['/demo/contracts/verified'],
  '/[chain]/gas': ['/demo/gas'],
  '/[chain]/transactions': ['/demo/transactions'],
  '/[chain]/nft': ['/demo/nft', '/demo/nft?sort=owners'],
  '/[chain]/nft/[address]/[tokenId]': [`/demo/nft/${lanterns}/1`, `/demo/nft/${stamps}/1`],
  '/[chain]/nft/search': ['/demo/nft/search?q=lantern', '/demo/nft/search?q=amber&filter=attributes'],
  '/[chain]/simulate': [`/demo/simulate?to=${harborCoin}&data=0x18160ddd`],
  '/[chain]/token/[address]': [`/demo/token/${lanterns}`, `/demo/token/${stamps}`, `/demo/token/${harborCoin}`],
  '/[chain]/token/[address]/erc20': [`/demo/token/${harborCoin}/erc20`],
  '/[chain]/token/[address]/holders': [`/demo/token/${harborCoin}/holders`],
  '/[chain]/token/[address]/items': [`/demo/token/${lanterns}/items`],
  '/[chain]/token/[address]/owners': [`/demo/token/${lanterns}/owners`, `/demo/token/${stamps}/owners`],
  '/[chain]/token/[address]/traits': [`/demo/token/${lanterns}/traits`],
  '/[chain]/token/[address]/transfers': [`/demo/token/${lanterns}/transfers`, `/demo/token/${stamps}/transfers`],
  '/[chain]/tx/[hash]': transactionPages(''),
  '/[chain]/tx/[hash]/calls': transactionPages('/calls'),
  '/[chain]/tx/[hash]/funds': transactionPages('/funds'),
  '/[chain]/tx/[hash]/gas': transactionPages('/gas'),
  '/[chain]/tx/[hash]/internal': transactionPages('/internal'),
  '/[chain]/tx/[hash]/logs': transactionPages('/logs'),
  '/[chain]/tx/[hash]/proof': transactionPages('/proof'),
  '/[chain]/tx/[hash]/raw': transactionPages('/raw'),
  '/[chain]/tx/[hash]/state': transactionPages('/state'),
  '/[chain]/tx/[hash]/transfers': transactionPages('/transfers'),
  '/account': ['/account'],
  '/aptos': ['/aptos'],
  '/aptos/account/[address]': [
    `/aptos/account/${aptosNfts.wallet}`,
    `/aptos/account/${aptosNfts.wallet}?show=received`,
    `/aptos/account/${aptosMultisig}`,
  ],
  '/aptos/account/[address]/modules': [
    `/aptos/account/${framework}/modules`,
    `/aptos/account/${aptosNfts.wallet}/modules`,
  ],
  '/aptos/account/[address]/modules/[module]': [
    `/aptos/account/${framework}/modules/chain_id`,
    `/aptos/account/${aptosNfts.studio}/modules/harbor_shop?version=30`,
  ],
  '/aptos/account/[address]/resources': [
    `/aptos/account/${aptosNfts.wallet}/resources`,
    `/aptos/account/${aptosNfts.studio}/resources?search=token`,
  ],
  '/aptos/account/[address]/assets': [`/aptos/account/${aptosNfts.wallet}/assets`],
  '/aptos/account/[address]/transfers': [`/aptos/account/${aptosNfts.wallet}/transfers`],
  '/aptos/asset/[type]': [apt, ...Object.values(aptosAssets)].map((type) => `/aptos/asset/${type}`),
  '/aptos/asset/[type]/holders': [`/aptos/asset/${apt}/holders`, `/aptos/asset/${aptosAssets.pearl}/holders`],
  '/aptos/account/[address]/nft-transfers': [`/aptos/account/${aptosNfts.wallet}/nft-transfers`],
  '/aptos/account/[address]/nfts': [`/aptos/account/${aptosNfts.wallet}/nfts`],
  '/aptos/block/[height]': [`/aptos/block/${demoLedger.aptosBlock}`],
  '/aptos/collection/[id]': [`/aptos/collection/${aptosNfts.lights}`, `/aptos/collection/${aptosNfts.loaves}`],
  '/aptos/collection/[id]/tokens': [`/aptos/collection/${aptosNfts.lights}/tokens`],
  '/aptos/collection/[id]/traits': [`/aptos/collection/${aptosNfts.lights}/traits`],
  '/aptos/collection/[id]/owners': [`/aptos/collection/${aptosNfts.lights}/owners`],
  '/aptos/creator/[address]': [`/aptos/creator/${aptosNfts.studio}`],
  '/aptos/creator/[address]/collections': [`/aptos/creator/${aptosNfts.studio}/collections`],
  '/aptos/token/[id]': [`/aptos/token/${aptosNfts.feather}`, `/aptos/token/${aptosNfts.loaf}`],
  '/aptos/blocks': ['/aptos/blocks', '/aptos/blocks?time=2026-10-01'],
  '/aptos/transactions': [
    '/aptos/transactions',
    '/aptos/transactions?kind=all',
    '/aptos/transactions?function=0x1%3A%3Aaptos_account%3A%3Atransfer',
  ],
  '/aptos/packages': ['/aptos/packages'],
  '/aptos/validators': ['/aptos/validators'],
  '/aptos/collections': ['/aptos/collections', '/aptos/collections?search=l&sort=newest'],
  '/aptos/assets': ['/aptos/assets', '/aptos/assets?search=nosuchasset'],
  '/aptos/txn/[version]/state': ['/aptos/txn/4/state', '/aptos/txn/0/state?from=15'],
  '/aptos/txn/[version]': aptosVersions.map((version) => `/aptos/txn/${version}`),
  '/compare': ['/compare?a=/demo/block/25&b=26'],
  '/docs/mcp': ['/docs/mcp'],
  '/docs/[[...slug]]': [
    '/docs',
    '/docs/evm/walletTransactions',
    '/docs/evm/transactionVerbose',
    '/docs/etherscan',
    '/docs/etherscan/account-txlist',
  ],
  '/labels': ['/labels'],
  '/paste': ['/paste'],
  '/search': ['/search?q=34', '/search?q=lantern'],
  '/sign-in': ['/sign-in'],
  '/status': ['/status'],
  '/wallet/[address]': [`/wallet/${wallet}`],
  '/wallet/[address]/erc20': [`/wallet/${wallet}/erc20`],
  '/wallet/[address]/internal': [`/wallet/${wallet}/internal`],
  '/wallet/[address]/nft-transfers': [`/wallet/${wallet}/nft-transfers`],
}

/** Every page route of `app`, in Next's notation. */
export const pageRoutes = (): string[] =>
  readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((path) => /(^|\/)page\.tsx$/.test(path))
    .map((path) => `/${path.replace(/\/?page\.tsx$/, '')}`)
    .sort()

/** Paths of every page; fails for a route without an example here, so that a new page cannot be forgotten. */
export const everyPage = (): string[] => {
  const missing = pageRoutes().filter((route) => !examples[route]?.length)
  const gone = Object.keys(examples).filter((route) => !pageRoutes().includes(route))
  if (missing.length + gone.length > 0)
    throw new Error(`tests/support/every-page.ts: add examples of ${missing}; remove ${gone}`)
  return Object.values(examples).flat()
}

/** Paths of every page, with one transaction per transaction route. */
export const everyKindOfPage = (): string[] => {
  const paths = everyPage()
  const more = Object.entries(examples).filter(([route]) => /\[(hash|version)\]/.test(route))
  const left = new Set(more.flatMap(([, all]) => all.slice(1)))
  return paths.filter((path) => !left.has(path))
}

/** Pages with data as JSON, CSV and Markdown: no redirects, and no pages without data or assembled in the browser. */
export const dataPages = (): string[] =>
  everyKindOfPage().filter(
    (path) => !/^\/(docs|paste|labels|compare|sign-in|account)|\/items$|\/token\/[^/]+\/erc20$/.test(path),
  )
