import { erc20Input, erc20Names } from '#components/evm/erc20-filters.ts'
import { walletSentence } from '#components/evm/page-sentences.ts'
import { evmCall, evmExplorerCall } from '#components/source/source-call.ts'
import { boundNames, listOf, readFilters } from '#lib/format/filters.ts'
import { walletAddress } from '#lib/format/wallet-address.ts'
import type { PageAt, PageEntry } from '#lib/pages/page-content.ts'
import { chainOf } from './chain-of.ts'
import { evmAnswer, minuteOf, partOf, saidOr, shortText } from './page-words.ts'

const walletOf = ({ parameters }: PageAt): string => saidOr(walletAddress(parameters.address ?? ''), 'wallet')
const activityDays = 90
const activityOf = (chain: string, address: string) =>
  evmExplorerCall('evmActivity', { chain, address, days: activityDays })

export const wallet: PageEntry = {
  calls: async (at) => {
    const [{ chain }, address] = [await chainOf(at), walletOf(at)]
    const bounds = readFilters(at.query, boundNames)
    return [
      evmCall('walletTransactions', { chain, address, ...bounds, ...partOf(at, 50), disable_total: false }),
      activityOf(chain, address),
    ]
  },
  list: ['walletTransactions'],
  about: async (answers, at) => {
    const [state, address] = [await chainOf(at), walletOf(at)]
    const list = evmAnswer(answers, 'walletTransactions')
    const newest = list?.result[0]
    const label = newest?.from_address === address ? newest.from_address_label : (newest?.to_address_label ?? null)
    const transactions = list?.total ?? null
    return {
      kind: 'Wallet',
      title: address,
      place: state.title,
      summary: walletSentence(state, { label, transactions, newest: newest?.block_timestamp }),
      facts: [
        ...(label ? [['Name', label] as const] : []),
        [
          state.index_complete ? 'Transactions' : 'Indexed transactions',
          transactions === null ? 'not counted' : String(transactions),
        ],
        ...(newest ? [['Latest listed', minuteOf(newest.block_timestamp)] as const] : []),
      ],
    }
  },
}

/** A tab of a wallet's pages: its list, and what stands above it on every tab. */
const tab = (
  title: string,
  name: Parameters<typeof evmCall>[0],
  inputOf: (at: PageAt, chain: string, address: string) => Record<string, unknown>,
): PageEntry => ({
  calls: async (at) => {
    const [{ chain }, address] = [await chainOf(at), walletOf(at)]
    return [
      evmCall(name, inputOf(at, chain, address)),
      evmCall('walletTransactions', { chain, address, limit: 1, disable_total: false }),
      activityOf(chain, address),
    ]
  },
  list: [name],
  about: async (_, at) => {
    const [state, address] = [await chainOf(at), walletOf(at)]
    return {
      kind: title,
      title: address,
      place: state.title,
      summary: `${title} of the wallet ${shortText(address)} on ${state.title}.`,
      facts: [],
    }
  },
})

export const walletNfts = tab('NFTs', 'walletNfts', (at, chain, address) => {
  const filters = readFilters(at.query, ['token_addresses', 'exclude_spam'])
  const token_addresses = listOf(filters.token_addresses)
  return {
    ...{ chain, address, normalizeMetadata: true, media_items: true, ...partOf(at, 24) },
    ...(token_addresses && { token_addresses }),
    ...(filters.exclude_spam === 'true' && { exclude_spam: true }),
  }
})

export const walletNftTransfers = tab('NFT transfers', 'walletNftTransfers', (at, chain, address) => {
  const filters = readFilters(at.query, [...boundNames, 'direction'])
  return { chain, address, direction: 'both', ...filters, ...partOf(at, 50) }
})

/** A list of ERC20 events of one wallet. */
const erc20Tab = (title: string, name: 'erc20Transfers' | 'erc20Burns' | 'erc20Approvals'): PageEntry =>
  tab(title, name, (at, chain, address) => ({
    ...erc20Input(chain, readFilters(at.query, erc20Names)),
    wallet_addresses: [address],
    ...partOf(at, 50),
  }))

export const walletErc20 = erc20Tab('ERC20 transfers', 'erc20Transfers')
export const walletBurns = erc20Tab('ERC20 burns', 'erc20Burns')
export const walletApprovals = erc20Tab('ERC20 approvals', 'erc20Approvals')
