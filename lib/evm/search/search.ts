import type { Kysely } from 'kysely'
import type { Output, Service } from '#lib/api/endpoint.ts'
import { settledReads } from '#lib/api/readable.ts'
import { toBytes } from '#lib/base/bytes.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { timeLimit } from '#lib/base/time-limit.ts'
import { untilAborted } from '#lib/base/until-aborted.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { nameFacts } from '#lib/evm/ens/name-facts.ts'
import { chainWaitMs, type EvmQueryContext } from '#lib/evm/query/context.ts'
import { findBlock } from '#lib/evm/query/find-block.ts'
import { reportCoverage } from '#lib/evm/query/report-coverage.ts'
import { findTransaction } from '#lib/evm/transaction/transaction.ts'
import type { EvmHit, searchEndpoints } from './contract.ts'
import { findByName } from './find-contracts.ts'
import { hashPrefixHits, isHashPrefix } from './prefix-hits.ts'

type SearchedName = NonNullable<Output<(typeof searchEndpoints)['evmSearch']>['name']>

/** Labels joined by dots, without spaces and the signs of links. */
const nameForm = /^[^\s.:/?#@]{1,63}(?:\.[^\s.:/?#@]{1,63}){1,8}$/u

const unread = {
  address: null,
  is_expired: false,
  expires_at: null,
  warning: null,
  block_number: null,
  read_at: null,
} as const

/**
 * The ENS name that a text may mean; undefined if it does not look like one. Names of DNS resolve too, but only a
 * `.eth` name without an address is worth a sentence.
 */
const searchedName = async (
  { names }: Pick<EvmQueryContext, 'names'>,
  text: string,
  signal: AbortSignal | undefined,
): Promise<SearchedName | undefined> => {
  const name = text.trim()
  if (!nameForm.test(name)) return undefined
  const isEns = name.toLowerCase().endsWith('.eth')
  const without = (status: SearchedName['status']) => (isEns ? { status, name, ...unread } : undefined)
  if (!names) return without('off')
  try {
    const found = await names.addressOf(name, signal)
    if (!found) return without('unknown')
    const status = found.isExpired ? 'expired' : 'resolved'
    return { status, name: found.name, address: found.address, ...nameFacts(found) }
  } catch (error) {
    signal?.throwIfAborted()
    if (!isServiceError(error)) throw error
    return without('failed')
  }
}

/** Matches of a text on the requested chain, or on every served one that answers in time. */
export const searchQuery =
  (served: EvmQueryContext, { waitMs = chainWaitMs } = {}): Service<typeof searchEndpoints>['evmSearch'] =>
  async (input, call) => {
    const chains = input.chain === undefined ? served.served.all : [served.served.resolve(input.chain)]
    const [only, ...others] = chains
    if (only && others.length === 0) await reportCoverage(served.coverage, only, call)
    using limit = timeLimit(input.wait_ms ?? waitMs, 'The chains did not answer in time.')
    const signal = call?.signal ? AbortSignal.any([call.signal, limit.signal]) : limit.signal
    const context = { ...served, among: among(served, signal) }
    const wanted = input.q.trim().toLowerCase()
    const address = /^(?:0x)?([0-9a-f]{40})$/.exec(wanted)?.[1]
    if (address) return await addressHits(context, chains, `0x${address}`)
    const hash = /^(?:0x)?([0-9a-f]{64})$/.exec(wanted)?.[1]
    const number = /^#?(\d{1,3}(?:,\d{3})+|\d{1,15})$/.exec(wanted)?.[1]?.replaceAll(',', '')
    const reads = chains.flatMap((chain): { chain: ServedChain; hits: Promise<EvmHit[]> }[] => {
      const asked = (read: (own: EvmQueryContext) => Promise<EvmHit[]>) => ({ chain, hits: context.among(chain, read) })
      if (hash) return [asked((own) => hashHits(own, chain, `0x${hash}`, signal))]
      const named = asked((own) => findByName(own, chain, input.q))
      if (number) return [asked((own) => blockHits(own, chain, String(Number(number)), signal)), named]
      return isHashPrefix(wanted) ? [named, asked((own) => hashPrefixHits(own, chain, wanted))] : [named]
    })
    const [name, answers] = await Promise.all([
      searchedName(context, input.q, call?.signal),
      Promise.allSettled(reads.map(({ hits }) => hits)),
    ])
    call?.signal?.throwIfAborted()
    const hits = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    const failed = answers.find((answer) => answer.status === 'rejected')
    const silent = chains.filter((chain) =>
      reads.some((one, index) => one.chain === chain && isRejected(answers[index])),
    )
    // A failing chain must not hide results of the others; where all failed, or by a bug, the search has failed.
    const isAnswered = silent.length < chains.length
    if (!hits.length && failed && !(isAnswered && isServiceError(failed.reason))) throw failed.reason
    const byName = name && (await namedHits(context, chains, name))
    return {
      result: [...(byName?.result ?? []), ...hits],
      // A hash that was found is on no other chain.
      ...(!(hash && hits.length > 0) && unanswered([...silent, ...(byName?.silent ?? [])])),
      ...(name && { name }),
    }
  }

const isRejected = (answer: PromiseSettledResult<unknown> | undefined): boolean => answer?.status === 'rejected'

/** Reads of a chain's context, for which the search waits until the signal. */
type Among = <Result>(chain: ServedChain, read: (own: EvmQueryContext) => Promise<Result>) => Promise<Result>
type Searched = EvmQueryContext & { among: Among }

const among =
  ({ of }: EvmQueryContext, signal: AbortSignal): Among =>
  (chain, read) =>
    untilAborted(read(of(chain)), signal)

const unanswered = (silent: readonly ServedChain[]): { unanswered?: string[] } =>
  silent.length > 0 ? { unanswered: [...new Set(silent.map(({ title }) => title))] } : {}

/** The address of a name, on the chains where it was active. */
const namedHits = async (
  context: Searched,
  chains: readonly ServedChain[],
  name: NonNullable<Awaited<ReturnType<typeof searchedName>>>,
): Promise<{ result: EvmHit[]; silent: readonly ServedChain[] }> => {
  if (name.status !== 'resolved' || name.address === null) return { result: [], silent: [] }
  const { hits, silent } = await activeOn(context, chains, name.address)
  const titleOf = (hit: EvmHit) => chains.find((one) => one.name === hit.chain)?.title
  return { result: hits.map((hit) => ({ ...hit, title: `${name.name} on ${titleOf(hit)}` })), silent }
}

const addressHits = async (context: Searched, chains: readonly ServedChain[], address: string) => {
  const { hits, silent } = await activeOn(context, chains, address)
  return { result: hits, ...unanswered(silent) }
}

/** Chains on which the address has activity, or every requested chain: any 20 bytes are an address. */
const activeOn = async (
  { known, among }: Searched,
  chains: readonly ServedChain[],
  address: string,
): Promise<{ hits: EvmHit[]; silent: readonly ServedChain[] }> => {
  const active = await settledReads(
    chains.map((chain) => among(chain, ({ store }) => isActive(store.db, chain.id, address))),
  )
  const seen = chains.filter((_, index) => active[index]?.status === 'fulfilled' && active[index].value)
  const hits = (seen.length ? seen : chains).map(
    ({ id, name, title }): EvmHit => ({
      type: 'address',
      chain: name,
      value: address,
      title: `${known.labelOf(id, address) ?? 'Address'} on ${title}`,
    }),
  )
  return { hits, silent: chains.filter((_, index) => active[index]?.status === 'rejected') }
}

const isActive = async (db: Kysely<EvmTables>, chain: number, address: string): Promise<boolean> => {
  const row = await db
    .selectFrom('evm_wallet_transactions')
    .select('block_number')
    .where('chain', '=', chain)
    .where('address', '=', toBytes(address))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const hashHits = async (
  context: EvmQueryContext,
  chain: ServedChain,
  hash: string,
  signal: AbortSignal | undefined,
): Promise<EvmHit[]> => {
  const found = await findTransaction(context, chain, hash, { signal })
  if (found) return [{ type: 'transaction', chain: chain.name, value: hash, title: `Transaction on ${chain.title}` }]
  return blockHits(context, chain, hash, signal)
}

const blockHits = async (
  context: EvmQueryContext,
  chain: ServedChain,
  numberOrHash: string,
  signal: AbortSignal | undefined,
): Promise<EvmHit[]> => {
  const found = await findBlock(context, chain, numberOrHash, signal)
  if (!found) return []
  const number = 'stored' in found ? found.stored.number : found.fetched.number
  return [{ type: 'block', chain: chain.name, value: numberOrHash, title: `Block ${number} on ${chain.title}` }]
}
