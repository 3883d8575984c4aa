import { setTimeout as waitMs } from 'node:timers/promises'
import * as z from 'zod'
import { isServiceError, ServiceError } from '#lib/api/errors.ts'
import { timeLimit } from '#lib/api/time-limit.ts'
import { type AptosAccount, accountResource, type SentTransaction, sentTransaction } from './account.ts'
import { askNode, failed, type Outcome, type Question } from './ask-node.ts'
import { type AptosBlock, type AptosTransaction, aptosBlock, aptosTransaction } from './block.ts'
import { type AptosLedger, aptosLedger } from './ledger.ts'
import { missingBlock } from './missing-block.ts'
import { readNodeAddress } from './node-address.ts'

export type AptosNodeOptions = {
  /** Full node REST bases (`…/v1`), in the order of preference; the next one is asked when one fails. */
  baseUrls: readonly string[]
  fetch?: typeof fetch
  /** The longest that one call takes, attempts and waits together. */
  timeLimitMs?: number
  /** The longest silence of one node before the next is asked. */
  silenceMsMax?: number
  bodyBytesMax?: number
  /** How often each node is asked before a call fails. */
  attemptsMax?: number
  /** Waits between two rounds of attempts. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * An Aptos full node, or several that stand in for each other.
 * @throws ServiceError from every call: `not_found` for what the ledger has not reached, `not_available` for what was
 * pruned, `upstream_failed` and `upstream_timeout` when no node gave a usable answer. No message holds an address.
 */
export type AptosNode = {
  ledgerInfo(signal?: AbortSignal): Promise<AptosLedger>
  /** How often a call had to be repeated so far: who asks much at once learns that it is too much. */
  repeatCount(): number
  /** The ledger of the node that has come farthest; that one is asked first from now on. */
  newestLedger(signal?: AbortSignal): Promise<AptosLedger>
  /** The id of the network: what the first answer said. Nodes that say another are not believed. */
  chainId(signal?: AbortSignal): Promise<number>
  /** The node's own objects. A block larger than its page holds only the first transactions. */
  blockByHeight(height: number, withTransactions: boolean, signal?: AbortSignal): Promise<AptosBlock>
  blockByVersion(version: number, withTransactions: boolean, signal?: AbortSignal): Promise<AptosBlock>
  /** At most `limit` transactions from version `start` on, ascending; the node's own bound is 100. */
  transactions(start: number, limit: number, signal?: AbortSignal): Promise<AptosTransaction[]>
  /**
   * What `read` makes of such a page, or undefined where no node has come to `start`. An answer that `read` refuses (it throws a
   * ServiceError) is that node's failure: another one is asked.
   */
  transactionPage<T>(
    start: number,
    limit: number,
    read: (page: unknown) => T,
    signal?: AbortSignal,
  ): Promise<T | undefined>
  /** The fields of a resource, as the newest ledger has them; undefined where the address has no such resource. */
  resource(address: string, type: string, signal?: AbortSignal): Promise<unknown>
  /** A committed transaction; undefined where the ledger does not hold it, or only as pending. */
  transactionByHash(hash: string, signal?: AbortSignal): Promise<AptosTransaction | undefined>
  /** Undefined where the ledger holds no account: an object, or an address that was never used. */
  account(address: string, signal?: AbortSignal): Promise<AptosAccount | undefined>
  /**
   * What an account sent from sequence number `start` on, ascending, at most `limit`; the node's own bound is 100. Fewer,
   * or none, where the node has pruned them or has not got them yet.
   */
  accountTransactions(address: string, start: bigint, limit: number, signal?: AbortSignal): Promise<SentTransaction[]>
}

const firstWaitMs = 200
/** Nodes that are compared must answer within this: one that hangs would hold up the others. */
const comparedWithinMs = 2_000
/** A node that asks for more is not waited for: the caller hears how long it takes. */
const waitMsMax = 5_000
const transactionList = aptosTransaction.array()
const sentList = sentTransaction.array()

/** @throws TypeError for a base that is no http(s) URL. */
export const createAptosNode = (options: AptosNodeOptions): AptosNode => {
  const addresses = options.baseUrls.map(readNodeAddress)
  if (addresses.length === 0) throw new TypeError('An Aptos node needs at least one address.')
  const { timeLimitMs = 30_000, silenceMsMax = 8_000, bodyBytesMax = 268_435_456, attemptsMax = 3 } = options
  const wait = options.wait ?? ((ms: number, signal: AbortSignal) => waitMs(ms, undefined, { signal }))
  let preferred = 0
  let network: number | undefined
  let repeats = 0

  /** Each node once, beginning with the one that last answered; the first usable answer, else what is most telling. */
  const askEach = async (
    question: Question,
    signal: AbortSignal,
    read?: (body: unknown) => unknown,
  ): Promise<Outcome> => {
    const outcomes: Outcome[] = []
    for (let offset = 0; offset < addresses.length; offset++) {
      const index = (preferred + offset) % addresses.length
      const address = addresses[index]
      if (address === undefined) continue
      const asked = await askNode(address, question, {
        fetch: options.fetch ?? fetch,
        silenceMsMax,
        bodyBytesMax,
        signal,
      })
      const outcome = readAnswer(ofThisNetwork(asked), read)
      if (outcome.kind === 'answer') {
        preferred = index
        return outcome
      }
      outcomes.push(outcome)
    }
    return mostTelling(outcomes)
  }

  const ofThisNetwork = (outcome: Outcome): Outcome => {
    if (outcome.kind === 'failed' || outcome.chainId === undefined) return outcome
    network ??= outcome.chainId
    if (outcome.chainId === network) return outcome
    return {
      kind: 'failed',
      reason: otherNetwork(outcome.chainId, network),
      isTimeout: false,
      mayPass: false,
      retryAfterMs: undefined,
    }
  }

  const ask = async (
    question: Question,
    outer: AbortSignal | undefined,
    read?: (body: unknown) => unknown,
  ): Promise<Exclude<Outcome, { kind: 'failed' }>> => {
    using limit = timeLimit(timeLimitMs)
    const signal = outer ? AbortSignal.any([outer, limit.signal]) : limit.signal
    try {
      for (let attempt = 1; ; attempt++) {
        const outcome = await askEach(question, signal, read)
        if (outcome.kind !== 'failed') return outcome
        const pauseMs = Math.max(outcome.retryAfterMs ?? 0, firstWaitMs * 2 ** (attempt - 1))
        if (!outcome.mayPass || attempt >= attemptsMax || pauseMs > waitMsMax) throw errorOf(outcome)
        repeats += 1
        await wait(pauseMs, signal)
      }
    } catch (error) {
      if (limit.signal.aborted && !outer?.aborted)
        throw new ServiceError('upstream_timeout', 'The Aptos node did not answer in time.', { cause: error })
      throw error
    }
  }

  const ledgerInfo = async (signal?: AbortSignal): Promise<AptosLedger> => {
    const outcome = await ask({ path: '' }, signal)
    const read = aptosLedger.safeParse(outcome.kind === 'answer' ? outcome.body : undefined)
    if (!read.success) throw foreignForm(read.error)
    network ??= read.data.chainId
    if (read.data.chainId === network) return read.data
    throw new ServiceError('upstream_failed', `The Aptos node ${otherNetwork(read.data.chainId, network)}.`)
  }

  const newestLedger = async (signal?: AbortSignal): Promise<AptosLedger> => {
    // Of which network they are is for the first one to say, not for the fastest.
    if (addresses.length === 1 || network === undefined) return await ledgerInfo(signal)
    using limit = timeLimit(Math.min(silenceMsMax, comparedWithinMs))
    const ask = { fetch: options.fetch ?? fetch, silenceMsMax, bodyBytesMax }
    const heard = await Promise.all(
      addresses.map(async (address, index) => {
        const either = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal
        const outcome = await askNode(address, { path: '' }, { ...ask, signal: either }).catch(() => undefined)
        const body = outcome && ofThisNetwork(outcome)
        const ledger = aptosLedger.safeParse(body?.kind === 'answer' ? body.body : undefined).data
        return ledger && ledger.chainId === network ? [{ index, ledger }] : []
      }),
    )
    const ledgers = heard.flat()
    const newest = ledgers.toSorted((a, b) => b.ledger.newestVersion - a.ledger.newestVersion)[0]
    // None of them: the patient way tells why.
    if (newest === undefined) return await ledgerInfo(signal)
    const before = ledgers.find(({ index }) => index === preferred)
    if (before?.ledger.newestVersion !== newest.ledger.newestVersion) preferred = newest.index
    return newest.ledger
  }

  const block = async (
    by: 'height' | 'version',
    number: number,
    withTransactions: boolean,
    signal?: AbortSignal,
  ): Promise<AptosBlock> => {
    const query = { with_transactions: String(withTransactions) }
    const outcome = await ask({ path: `/blocks/by_${by}/${number}`, query }, signal)
    if (outcome.kind === 'missing')
      throw missingBlock({ by, number }, outcome.missing, outcome.ledger ?? (await ledgerInfo(signal)))
    const found = checked(aptosBlock, outcome.body)
    const holds =
      by === 'height'
        ? Number(found.block_height) === number
        : Number(found.first_version) <= number && number <= Number(found.last_version)
    if (!holds)
      throw new ServiceError('upstream_failed', 'The Aptos node answered with another block than was asked for.')
    return found
  }

  return {
    ledgerInfo,
    newestLedger,
    repeatCount: () => repeats,
    chainId: async (signal) => network ?? (await ledgerInfo(signal)).chainId,
    blockByHeight: (height, withTransactions, signal) => block('height', height, withTransactions, signal),
    blockByVersion: (version, withTransactions, signal) => block('version', version, withTransactions, signal),
    transactions: async (start, limit, signal) => {
      const outcome = await ask(
        { path: '/transactions', query: { start: String(start), limit: String(limit) } },
        signal,
      )
      if (outcome.kind === 'answer') return checked(transactionList, outcome.body)
      const ledger = outcome.ledger ?? (await ledgerInfo(signal))
      throw missingBlock({ by: 'version', number: start }, outcome.missing, ledger)
    },
    transactionPage: async <T>(start: number, limit: number, read: (page: unknown) => T, signal?: AbortSignal) => {
      let page: { of: T } | undefined
      const question = { path: '/transactions', query: { start: String(start), limit: String(limit) } }
      const outcome = await ask(question, signal, (body) => {
        page = { of: read(body) }
      })
      if (outcome.kind === 'answer') return page?.of
      if (outcome.missing === 'unknown') return undefined
      throw missingBlock({ by: 'version', number: start }, 'pruned', outcome.ledger ?? (await ledgerInfo(signal)))
    },
    resource: async (address, type, signal) => {
      const outcome = await ask({ path: `/accounts/${address}/resource/${type}` }, signal)
      if (outcome.kind === 'missing') return undefined
      const read = anyResource.safeParse(outcome.body)
      if (read.success) return read.data.data
      throw foreignForm(read.error)
    },
    transactionByHash: async (hash, signal) => {
      const outcome = await ask({ path: `/transactions/by_hash/${hash}` }, signal)
      if (outcome.kind === 'missing' || isPending(outcome.body)) return undefined
      return checked(aptosTransaction, outcome.body)
    },
    account: async (address, signal) => {
      const outcome = await ask({ path: `/accounts/${address}/resource/0x1::account::Account` }, signal)
      // That a node has pruned it says nothing of what it was; whoever asks for a key must not take that for none.
      if (outcome.kind === 'missing' && outcome.missing === 'pruned')
        throw new ServiceError('upstream_failed', 'The Aptos node has pruned the account.')
      if (outcome.kind === 'missing') return undefined
      const read = accountResource.safeParse(outcome.body)
      if (read.success) return read.data
      throw foreignForm(read.error)
    },
    accountTransactions: async (address, start, limit, signal) => {
      const query = { start: String(start), limit: String(limit) }
      const outcome = await ask({ path: `/accounts/${address}/transactions`, query }, signal)
      return outcome.kind === 'missing' ? [] : checked(sentList, outcome.body)
    },
  }
}

/** An answer that cannot be used is a failure of the node that gave it. */
const readAnswer = (outcome: Outcome, read: ((body: unknown) => unknown) | undefined): Outcome => {
  if (outcome.kind !== 'answer' || read === undefined) return outcome
  try {
    read(outcome.body)
    return outcome
  } catch (error) {
    if (!isServiceError(error)) throw error
    return failed('answered in a form that cannot be used', { mayPass: true, error })
  }
}

const anyResource = z.object({ data: z.unknown() })

const pending = z.object({ type: z.literal('pending_transaction') })
const isPending = (body: unknown): boolean => pending.safeParse(body).success

const otherNetwork = (chainId: number, expected: number): string =>
  `is of another network (chain id ${chainId}, expected ${expected})`

/** That the ledger lacks something says more than that a node failed; and that may pass, more than what will not. */
const mostTelling = (outcomes: readonly Outcome[]): Outcome => {
  const missing = outcomes.filter((outcome) => outcome.kind === 'missing')
  const passing = outcomes.filter((outcome) => outcome.kind === 'failed' && outcome.mayPass)
  const [first] = [...missing.filter((outcome) => outcome.missing === 'pruned'), ...missing, ...passing, ...outcomes]
  if (first === undefined) throw new Error('unreachable: at least one node was asked')
  return first
}

const errorOf = (outcome: Outcome & { kind: 'failed' }): ServiceError =>
  outcome.error ??
  new ServiceError(outcome.isTimeout ? 'upstream_timeout' : 'upstream_failed', `The Aptos node ${outcome.reason}.`, {
    retryAfterSeconds: outcome.retryAfterMs === undefined ? undefined : Math.ceil(outcome.retryAfterMs / 1_000),
  })

/** The body as it came: what a schema makes of it would have its fields in another order. */
const checked = <T>(schema: z.ZodType<T>, body: unknown): T => {
  const fits = (value: unknown): value is T => {
    const parsed = schema.safeParse(value)
    if (parsed.success) return true
    throw foreignForm(parsed.error)
  }
  if (fits(body)) return body
  throw new Error('unreachable: fits throws')
}

const foreignForm = (cause: unknown): ServiceError =>
  new ServiceError('upstream_failed', 'The Aptos node answered in a form that a full node does not have.', { cause })
