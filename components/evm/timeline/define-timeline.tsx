import type { ReactNode } from 'react'
import { knownChains } from '#components/evm/parts/chain-of.ts'
import { addressPart } from '#components/evm/parts/params.ts'
import { isNotIndexed } from '#components/evm/timeline/feed/chain-feed.ts'
import { chosenChains } from '#components/evm/timeline/feed/chosen-chains.ts'
import { lastBlocks } from '#components/evm/timeline/feed/last-blocks.ts'
import { type TimelineKind, timelineKinds } from '#components/evm/timeline/feed/timeline-kind.ts'
import { definePage } from '#components/kit/define-page.tsx'
import { shortText } from '#components/kit/short-text.ts'
import type { PagePath } from '#lib/api/page-path.ts'
import { pathSegment } from '#lib/api/page-path.ts'
import { parseInput } from '#lib/api/parse-input.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { evmApi } from '#lib/evm/interface-api.ts'
import type { EvmChainState } from '#lib/evm/network/contract.ts'
import { chainEndpoints } from '#lib/evm/network/contract.ts'
import { nftEndpoints } from '#lib/evm/nft/contract.ts'
import { erc20Endpoints } from '#lib/evm/token/contract.ts'
import { internalTransferEndpoints } from '#lib/evm/trace/internal-contract.ts'
import { transactionEndpoints } from '#lib/evm/transaction/contract.ts'
import { counted } from '#lib/format/amount.ts'
import { listOf } from '#lib/format/filters.ts'
import { mergeByTime } from '#lib/format/merge-by-time.ts'
import type { PageContext, Questions } from '#lib/pages/page-definition.ts'
import { type Answer, callTo, type Question } from '#lib/pages/question.ts'
import { chainsOfKind, firstAnswersMs } from './timeline-page.tsx'

const rowsUsual = 50

type Page = PageContext<'from_date' | 'to_date' | 'chains'> & { address: string }

/** The parameters for every chain. @throws invalid_request, like each chain's endpoint. */
const requestedOf = ({ address, filters: { from_date: since, to_date: until }, part }: Page) => {
  const given = { from_date: since, to_date: until, limit: part(rowsUsual).limit }
  const { from_date, to_date, limit } = parseInput(evmApi.walletTransactions, { address, ...given })
  return {
    limit,
    from: from_date,
    to: to_date,
    period: { ...(from_date && { from_date }), ...(to_date && { to_date }) },
  }
}

/** The same; undefined if a time is not valid. */
const timesOf = (page: Page): ReturnType<typeof requestedOf> | undefined => {
  try {
    return requestedOf(page)
  } catch (error) {
    if (isServiceError(error, 'invalid_request')) return undefined
    throw error
  }
}

const chosenOf = async (kind: TimelineKind, { ask, filters: { chains } }: Page): Promise<EvmChainState[]> => {
  const served = chainsOfKind(kind, await knownChains(ask))
  const names = new Set(chosenChains(chains, served))
  return served.filter(({ chain }) => names.has(chain))
}

type Row = { block_timestamp: string }
type Listed = { result?: readonly (Row & Record<string, unknown>)[]; cursor?: string | null }

/** The rows of one chain's response inside the period, and whether its list continues. */
const readOf = ({ data }: Answer<Listed>, { from, to }: ReturnType<typeof requestedOf>) => {
  const { result = [], cursor } = data ?? {}
  const timeOf = ({ block_timestamp }: Row) => Date.parse(block_timestamp)
  const oldest = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from)
  const newest = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to)
  const rows = result.filter((row) => timeOf(row) >= oldest && timeOf(row) <= newest)
  const isOpen = Boolean(cursor) && result.every((row) => timeOf(row) >= oldest)
  // Without known blocks, a single request does not reach back to a given time.
  return { rows, isOpen, isReached: rows.length > 0 || !isOpen }
}

/** The progress of one chain, as text. */
const wordsOf = (
  state: EvmChainState,
  found: Answer<Listed> | undefined,
  asked: ReturnType<typeof requestedOf>,
): string => {
  if (isNotIndexed(state)) return 'missing: nothing is indexed yet'
  if (!found) return 'loaded: no rows this old'
  if (found.fault) return `${found.fault.code === 'upstream_timeout' ? 'missing' : 'failed'}: ${found.fault.message}`
  const { rows, isOpen, isReached } = readOf(found, asked)
  if (!isReached) return 'missing: its rows are newer; older ones follow'
  const words = [`loaded: ${counted(rows.length, 'row')}`, isOpen && 'more follow', !isSynced(state) && 'indexing']
  return words.filter(Boolean).join(', ')
}
const isSynced = ({ status }: EvmChainState): boolean => status === 'SYNCED'

/** The list behind each timeline. */
const listed = {
  erc20Transfers: erc20Endpoints.erc20Transfers,
  evmInternalTransfers: internalTransferEndpoints.evmInternalTransfers,
  walletTransactions: transactionEndpoints.walletTransactions,
  walletNftTransfers: nftEndpoints.walletNftTransfers,
}

/**
 * A page of a wallet on all chains. As data, each chain is asked for a full page of rows, and the newest of all are
 * returned; the HTML page shows what responds quickly, and the browser requests the rest.
 */
export const defineTimeline = <Pattern extends `/wallet/:address${string}`>(
  path: PagePath<Pattern>,
  kind: TimelineKind,
  name: keyof typeof listed,
  body: (page: Page) => ReactNode,
) =>
  definePage({
    path: path as unknown as PagePath<'/wallet/:address'>,
    kind: timelineKinds[kind].title,
    of: 'Wallet',
    filters: ['from_date', 'to_date', 'chains'],
    params: (at) => ({ address: addressPart(at) }),
    questions: async (page): Promise<Questions> => {
      const { address, ask } = page
      const chains = callTo(chainEndpoints.evmChains, {})
      const times = timesOf(page)
      // The HTML form reports an invalid time; the page as data is refused when its rows are merged.
      if (times === undefined) return { chains }
      const { period, limit, to } = times
      const states = await chosenOf(kind, page)
      const isByBlock = kind === 'erc20'
      const blocks = isByBlock ? await lastBlocks(ask, states, to) : {}
      const asked = states.filter((state) => !isNotIndexed(state) && blocks[state.chain] !== null)
      const questionOf = (chain: string): Question => {
        const to_block = blocks[chain]
        if (name === 'erc20Transfers')
          return callTo(listed.erc20Transfers, {
            chain,
            wallet_addresses: listOf(address),
            limit,
            ...(to_block && { to_block }),
          })
        if (name === 'evmInternalTransfers') return callTo(listed[name], { chain, address, ...period, limit })
        if (name === 'walletTransactions') return callTo(listed[name], { chain, address, ...period, limit })
        return callTo(listed[name], { chain, address, ...period, limit, direction: 'both' })
      }
      const ofChains = asked.map(({ chain }) => [
        chain,
        { ...questionOf(chain), part: pathSegment(chain), deadlineMs: firstAnswersMs },
      ])
      return { chains, ...Object.fromEntries(ofChains) }
    },
    subject: 'chains',
    merge: async (page, answers) => {
      const asked = requestedOf(page)
      const states = await chosenOf(kind, page)
      const read = await Promise.all(states.map(async ({ chain }) => ({ chain, answer: await answers[chain] })))
      const feeds = read.flatMap(({ chain, answer }) => {
        if (!answer?.data) return []
        const { rows, isOpen, isReached } = readOf(answer as Answer<Listed>, asked)
        if (!isReached) return []
        return [{ rows: rows.map((record) => ({ origin: pathSegment(chain), record })), isOpen }]
      })
      const { rows } = mergeByTime(feeds, ({ record }) => Date.parse(record.block_timestamp))
      return { api: listed[name].root.name, name, origin: 'chain', rows: rows.slice(0, Number(asked.limit)) }
    },
    aboutData: async (page, answers, base) => {
      const [asked, states] = [requestedOf(page), await chosenOf(kind, page)]
      const read = await Promise.all(
        states.map(async (state) => ({ state, answer: (await answers[state.chain]) as Answer<Listed> | undefined })),
      )
      const missing = read.filter(({ state, answer }) => isNotIndexed(state) || answer?.fault)
      const without = missing.map(({ state }) => state.title).join(', ')
      return {
        ...base,
        summary: without === '' ? base.summary : `${base.summary.slice(0, -1)}, without ${without}.`,
        facts: read.map(({ state, answer }) => [state.title, wordsOf(state, answer, asked)]),
      }
    },
    about: async (page) => {
      const [{ address }, states] = [page, await chosenOf(kind, page)]
      const onChains = counted(states.length, 'chain')
      return {
        title: `${address} on all chains`,
        place: onChains,
        summary: `The newest ${timelineKinds[kind].noun} of the wallet ${shortText(address)} on ${onChains}.`,
      }
    },
    body,
  })
