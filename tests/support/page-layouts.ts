import { aptosAssets, aptosMultisig, demoLedger } from '#tests/pages/demo-ledger.ts'
import { everyPage, pageRoutes } from './every-page.ts'

const { busiestWallet: wallet, harborCoin, lanterns, nestedCalls } = demoLedger

type PageLayout = {
  /** An example with the most that the layout can show. */
  path: string
  /** The routes that arrange the same parts in the same way, in Next's notation. */
  routes: readonly string[]
}

const below = (route: string, ...tabs: readonly string[]): string[] => tabs.map((tab) => `${route}/${tab}`)

/**
 * The layouts of the explorer: pages of one layout differ in their data, and consist of the same parts. Chosen so that these few pages
 * have nearly every class name that any page has.
 */
const layouts: Record<string, PageLayout> = {
  'home, with charts and newest rows': { path: '/', routes: ['/'] },
  'head of a network': { path: '/demo', routes: ['/[chain]', '/[chain]/gas', '/aptos'] },
  'overview of a wallet': { path: `/demo/address/${wallet}`, routes: ['/[chain]/address/[address]'] },
  'list with filters, export and totals, under tabs': {
    path: `/demo/address/${wallet}/erc20`,
    routes: below(
      '/[chain]/address/[address]',
      ...['approvals', 'burns', 'erc20', 'internal', 'nft-transfers', 'nfts', 'transactions', 'user-operations'],
    ),
  },
  'forms and source code of a contract': {
    path: `/demo/address/${harborCoin}/read?function=balanceOf%28address%29&a0=${wallet}`,
    routes: below('/[chain]/address/[address]', 'code', 'contract', 'read', 'storage', 'write'),
  },
  'decoded events with a form of their arguments': {
    path: `/demo/address/${harborCoin}/events?event=Transfer&topic1=${wallet}`,
    routes: ['/[chain]/address/[address]/events', '/[chain]/events'],
  },
  'facts of a transaction': {
    path: `/demo/tx/${nestedCalls}`,
    routes: ['/[chain]/tx/[hash]', ...below('/[chain]/tx/[hash]', 'logs', 'proof', 'raw', 'transfers')],
  },
  'tree of calls': {
    path: `/demo/tx/${nestedCalls}/calls`,
    routes: below('/[chain]/tx/[hash]', 'calls', 'gas', 'internal'),
  },
  'changes of state': { path: `/demo/tx/${nestedCalls}/state`, routes: ['/[chain]/tx/[hash]/state'] },
  'graph of funds': { path: `/demo/tx/${nestedCalls}/funds`, routes: ['/[chain]/tx/[hash]/funds'] },
  'facts of a block above its list': {
    path: `/demo/block/${demoLedger.block}`,
    routes: [
      '/[chain]/block/[block]',
      ...below('/[chain]/block/[block]', 'blobs', 'internal', 'nft-transfers', 'withdrawals'),
      '/aptos/block/[height]',
    ],
  },
  'gallery of a collection': {
    path: `/demo/token/${lanterns}`,
    routes: [
      '/[chain]/token/[address]',
      ...below('/[chain]/token/[address]', 'erc20', 'holders', 'items', 'owners', 'traits', 'transfers'),
      '/aptos/collection/[id]',
      ...below('/aptos/collection/[id]', 'owners', 'tokens', 'traits'),
      ...['/aptos/creator/[address]', '/aptos/creator/[address]/collections'],
    ],
  },
  'picture and attributes of an NFT': {
    path: `/demo/nft/${lanterns}/1`,
    routes: ['/[chain]/nft/[address]/[tokenId]', '/aptos/token/[id]'],
  },
  'cards that match a search': {
    path: '/demo/nft/search?q=lantern',
    routes: ['/[chain]/nft', '/[chain]/nft/search', '/search'],
  },
  'list of a whole chain': {
    path: '/demo/erc20/transfers',
    routes: [
      ...['/[chain]/blocks', '/[chain]/transactions', '/[chain]/erc20'],
      ...[
        '/[chain]/contracts',
        '/[chain]/contracts/verified',
        '/[chain]/internal',
        '/[chain]/pending',
        '/[chain]/accounts',
      ],
      ...['/[chain]/withdrawals', '/[chain]/blobs', '/[chain]/uncles'],
      ...below('/[chain]/erc20', 'approvals', 'burns', 'transfers'),
    ],
  },
  'simulated call': {
    path: `/demo/simulate?to=${harborCoin}&data=0x18160ddd`,
    routes: ['/[chain]/simulate'],
  },
  'wallet on all chains': {
    path: `/wallet/${wallet}/nft-transfers`,
    routes: ['/wallet/[address]', ...below('/wallet/[address]', 'erc20', 'internal', 'nft-transfers')],
  },
  'two pages side by side': { path: '/compare?a=/demo/block/25&b=26', routes: ['/compare'] },
  'reference of an endpoint': { path: '/docs/evm/walletTransactions', routes: ['/docs/[[...slug]]', '/docs/mcp'] },
  'facts, changes and events of an Aptos transaction': {
    path: `/aptos/txn/${demoLedger.aptosVersions.User}`,
    routes: ['/aptos/txn/[version]', '/aptos/txn/[version]/state'],
  },
  'owners and proposals of an Aptos account': {
    path: `/aptos/account/${aptosMultisig}`,
    routes: [
      '/aptos/account/[address]',
      ...below(
        '/aptos/account/[address]',
        ...['assets', 'modules', 'modules/[module]', 'nft-transfers', 'nfts', 'resources', 'transfers'],
      ),
    ],
  },
  'warnings and chart of an Aptos asset': {
    path: `/aptos/asset/${aptosAssets.lookAlike}`,
    routes: ['/aptos/asset/[type]', '/aptos/asset/[type]/holders'],
  },
  'list of the Aptos network, found by time': {
    path: '/aptos/blocks',
    routes: [
      '/aptos/blocks',
      '/aptos/transactions',
      '/aptos/validators',
      '/aptos/packages',
      '/aptos/collections',
      '/aptos/assets',
    ],
  },
  'one form or statement in the middle': {
    path: '/sign-in',
    routes: ['/account', '/labels', '/paste', '/sign-in', '/status'],
  },
}

/** A page of each layout; fails for a route that no layout or more than one names, so that a new page cannot be forgotten. */
export const pageOfEachLayout = (): string[] => {
  const named = Object.values(layouts).flatMap(({ routes }) => routes)
  const wrong = [...new Set([...pageRoutes(), ...named])].filter(
    (route) => named.filter((one) => one === route).length !== 1 || !pageRoutes().includes(route),
  )
  if (wrong.length > 0) throw new Error(`tests/support/page-layouts.ts: name each route in one layout: ${wrong}`)
  const paths = Object.values(layouts).map(({ path }) => path)
  const unknown = paths.filter((path) => !everyPage().includes(path))
  if (unknown.length > 0) throw new Error(`tests/support/page-layouts.ts: no examples of every-page.ts: ${unknown}`)
  return paths
}
