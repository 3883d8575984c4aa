import { isNotIndexed } from '#components/evm/timeline/chain-feed.ts'
import { chosenChains } from '#components/evm/timeline/chosen-chains.ts'
import { firstAnswersMs } from '#components/evm/timeline/first-answers.ts'
import { lastBlocks } from '#components/evm/timeline/last-blocks.ts'
import { type TimelineKind, timelineKinds } from '#components/evm/timeline/timeline-kind.ts'
import { evmCall, evmExplorerCall } from '#components/source/source-call.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { evmApi } from '#lib/evm/contract/api.ts'
import type { EvmChainState } from '#lib/evm/contract/explorer.ts'
import { counted } from '#lib/format/amount.ts'
import { chainSegment } from '#lib/format/explorer-path.ts'
import { listOf, readFilters } from '#lib/format/filters.ts'
import { mergeByTime } from '#lib/format/merge-by-time.ts'
import { walletAddress } from '#lib/format/wallet-address.ts'
import type { PageAnswer, PageAt, PageEntry } from '#lib/pages/page-content.ts'
import { partOf, saidOr, shortText } from './page-words.ts'

const rowsUsual = 50

const walletOf = ({ parameters }: PageAt): string => saidOr(walletAddress(parameters.address ?? ''), 'wallet')

/** What the address asks of every chain. @throws invalid_request, as each of them would. */
const askedOf = (at: PageAt) => {
  const given = { ...readFilters(at.query, ['from_date', 'to_date']), limit: partOf(at, rowsUsual).limit }
  const { from_date, to_date, limit } = parseInput(evmApi.walletTransactions, { address: walletOf(at), ...given })
  return {
    limit,
    from: from_date,
    to: to_date,
    period: { ...(from_date && { from_date }), ...(to_date && { to_date }) },
  }
}

const chosenOf = async ({ query, clients }: PageAt): Promise<EvmChainState[]> => {
  const { result } = await clients.evm.explorer.evmChains({})
  const names = new Set(chosenChains([query.chains].flat().join(), result))
  return result.filter(({ chain }) => names.has(chain))
}

type Row = { block_timestamp: string }
type Listed = { result?: readonly (Row & Record<string, unknown>)[]; cursor?: string | null }

/** What one chain's answer has inside the period, and whether its list goes on. */
const readOf = ({ answer }: PageAnswer, { from, to }: ReturnType<typeof askedOf>) => {
  const { result = [], cursor } = (answer ?? {}) as Listed
  const timeOf = ({ block_timestamp }: Row) => Date.parse(block_timestamp)
  const oldest = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from)
  const newest = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to)
  const rows = result.filter((row) => timeOf(row) >= oldest && timeOf(row) <= newest)
  const isOpen = Boolean(cursor) && result.every((row) => timeOf(row) >= oldest)
  // Of a chain whose blocks nobody here knows, one question does not reach back to any time.
  return { rows, isOpen, isReached: rows.length > 0 || !isOpen }
}

/** How far one chain is in the list, in words. */
const wordsOf = (state: EvmChainState, found: PageAnswer | undefined, asked: ReturnType<typeof askedOf>): string => {
  if (isNotIndexed(state)) return 'missing: nothing is indexed yet'
  if (!found) return 'answered: no rows this old'
  if (found.error) return `${found.error.code === 'upstream_timeout' ? 'missing' : 'failed'}: ${found.error.message}`
  const { rows, isOpen, isReached } = readOf(found, asked)
  if (!isReached) return 'missing: its newest rows are newer, and its older ones follow'
  const words = [`answered: ${counted(rows.length, 'row')}`, isOpen && 'more follow', !isSynced(state) && 'indexing']
  return words.filter(Boolean).join(', ')
}
const isSynced = ({ status }: EvmChainState): boolean => status === 'SYNCED'

/** A wallet on all chains: each is asked for as many rows as the page has, and the newest of all are its rows. */
const timelineOf = (
  kind: TimelineKind,
  name: 'walletTransactions' | 'erc20Transfers' | 'walletNftTransfers',
): PageEntry => ({
  calls: async (at) => {
    const [address, { period, limit, to }, states] = [walletOf(at), askedOf(at), await chosenOf(at)]
    const isByBlock = kind === 'erc20'
    const blocks = isByBlock ? await lastBlocks(at.clients.evm.explorer, states, to) : {}
    const asked = states.filter((state) => !isNotIndexed(state) && blocks[state.chain] !== null)
    const inputOf = (chain: string) => {
      const to_block = blocks[chain]
      if (isByBlock) return { chain, wallet_addresses: listOf(address), limit, ...(to_block && { to_block }) }
      return { chain, address, ...period, limit, ...(kind === 'nft' && { direction: 'both' }) }
    }
    return [
      evmExplorerCall('evmChains', {}),
      ...asked.map(({ chain }) => ({
        ...evmCall(name, inputOf(chain)),
        part: chainSegment(chain),
        deadlineMs: firstAnswersMs,
      })),
    ]
  },
  merge: (answers, at) => {
    const asked = askedOf(at)
    const feeds = answers.flatMap((one) => {
      const { part: origin = '' } = one
      if (origin === '' || one.error) return []
      const { rows, isOpen, isReached } = readOf(one, asked)
      if (!isReached) return []
      return [{ rows: rows.map((record) => ({ origin, record })), isOpen }]
    })
    const { rows } = mergeByTime(feeds, ({ record }) => Date.parse(record.block_timestamp))
    return { api: 'evm', name, origin: 'chain', rows: rows.slice(0, asked.limit) }
  },
  about: async (_, at, answers) => {
    const [address, asked, states] = [walletOf(at), askedOf(at), await chosenOf(at)]
    const answerOf = ({ chain }: EvmChainState) => answers.find(({ part }) => part === chainSegment(chain))
    const missing = states.filter((state) => isNotIndexed(state) || answerOf(state)?.error)
    const without = missing.length === 0 ? '' : `, without ${missing.map(({ title }) => title).join(', ')}`
    return {
      kind: timelineKinds[kind].title,
      title: address,
      place: counted(states.length, 'chain'),
      summary: `The newest ${timelineKinds[kind].noun} of the wallet ${shortText(address)} on ${counted(states.length, 'chain')}${without}.`,
      facts: states.map((state) => [state.title, wordsOf(state, answerOf(state), asked)]),
    }
  },
})

export const timeline = timelineOf('transactions', 'walletTransactions')
export const timelineErc20 = timelineOf('erc20', 'erc20Transfers')
export const timelineNfts = timelineOf('nft', 'walletNftTransfers')
