import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { Requester } from '#lib/api/endpoint.ts'
import type { Hex } from '#lib/base/hex.ts'
import { createSharedCalls } from '#lib/base/shared-calls.ts'
import { type AbiIndex, abiIndex, abiItems, type GivenAbi, type KnownInterface } from '#lib/evm/abi/abi-index.ts'
import type { AbiRow } from '#lib/evm/chain/tables/readable-tables.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'
import type { AbiDirectory } from './abi-directory.ts'
import { type AbiVerifier, abiRow, keepAbi, storedAbis, type VerifierAnswer } from './sourcify.ts'

/** Bundled ABIs of one chain. */
export type BuiltInAbis = { chain: number; read(): Promise<readonly { address: string; abi: unknown }[]> }

/** ABIs that this server knows by itself: of contracts that were verified here, or whose artifacts it has. */
export type LocalAbis = {
  learn(chain: number, addresses: readonly Hex[]): Promise<void>
  find(chain: number, address: Hex): AbiIndex | undefined
  read(chain: number, address: Hex): Promise<KnownInterface | undefined>
}

type ContractAbisOptions = {
  store: Store<EvmTables>
  directory?: AbiDirectory
  /** In their order, after the operator's folder. */
  local?: readonly LocalAbis[]
  builtIn?: BuiltInAbis
  verifier?: AbiVerifier
  log: { warn(facts: object, text: string): void }
  now: () => number
  /** Ends background work. */
  signal: AbortSignal
}

/** The verified interfaces of single contracts: an operator's, those of this server, then a verifier's. */
type ContractAbis = {
  /**
   * Looks up these contracts. `usesVerifier` if the verifier knows the chain. Rejects like the store does. Their ABIs are
   * added to `found`, since the cache may evict them before the last one has arrived.
   */
  learn(chain: number, addresses: readonly Hex[], usesVerifier: boolean, found: FoundAbis): Promise<void>
  /** The known ABIs. */
  find(chain: number, address: Hex): AbiIndex | undefined
  /** Whether nobody has said yet that a contract has no ABI: the verifier was slow, failed, or has too many requests. */
  isUnanswered(chain: number, address: Hex): boolean
  /** The whole ABI that `find` returns, and its source. Rejects like the store does. */
  read(chain: number, address: Hex): Promise<KnownInterface | undefined>
  /** The implementation of a proxy according to the verifier. */
  reportedImplementations(chain: number, address: Hex): readonly Hex[]
}

/** The ABIs that one request needs, by address. */
export type FoundAbis = Map<Hex, AbiIndex>

/** More are left to the cache: a request may name thousands of contracts. */
const foundMax = 500

/** Concurrent and queued requests to the verifier; contracts beyond that wait for a later page. */
export const verifierQuestionsAtOnce = 10
const waitingMax = 300
/** Characters of ABI text; compiled, they take a few bytes each. */
const charactersMax = 20_000_000
const missesMax = 50_000
/** Another process may have stored it since. */
const missMs = 60_000
const reportsMax = 5_000
/** After this many failures in a row, the verifier is paused. */
const failuresMax = 3
const restMsFirst = 15_000
const restMsMax = 600_000

export const createContractAbis = (options: ContractAbisOptions): ContractAbis => {
  const { store, directory, local = [], builtIn, verifier, log, now, signal } = options
  const compiled = new LRUCache<string, AbiIndex>({ maxSize: charactersMax })
  /** The time until which a contract is assumed to have no ABI, and whether a source said so. */
  const misses = new LRUCache<string, { until: number; isAnswered: boolean }>({ max: missesMax })
  const reports = new LRUCache<string, readonly Hex[]>({ max: reportsMax })
  const questions = createSharedCalls<AbiIndex | undefined>()
  const atOnce = pLimit(verifierQuestionsAtOnce)
  let own: Promise<Map<string, CompiledAbi>> | undefined
  let ownAbis = new Map<string, CompiledAbi>()
  let failuresInRow = 0
  let restsUntil = 0

  const findLocal = (chain: number, address: Hex): AbiIndex | undefined => {
    for (const source of local) {
      const abi = source.find(chain, address)
      if (abi) return abi
    }
    return undefined
  }

  const find: ContractAbis['find'] = (chain, address) =>
    directory?.find(chain, address) ??
    findLocal(chain, address) ??
    ownAbis.get(keyOf(chain, address))?.index ??
    compiled.get(keyOf(chain, address))

  const readOwn = async (): Promise<void> => {
    own ??= compileBuiltIn(builtIn)
    ownAbis = await own
  }

  const knownMiss = (chain: number, address: Hex) => {
    const miss = misses.get(keyOf(chain, address))
    return miss && miss.until > now() ? miss : undefined
  }

  const remember = (chain: number, address: Hex, row: AbiRow): AbiIndex | undefined => {
    const key = keyOf(chain, address)
    const abi = row.abi === null ? undefined : abiIndex(JSON.parse(row.abi))
    const until = Math.min(row.due_at ?? Number.POSITIVE_INFINITY, now() + missMs)
    if (abi) compiled.set(key, abi, { size: 1 + (row.abi?.length ?? 0) })
    else misses.set(key, { until, isAnswered: row.failures === 0 })
    return abi
  }

  const noteAnswer = (answer: VerifierAnswer): void => {
    if (answer.kind !== 'later') {
      failuresInRow = 0
      return
    }
    failuresInRow += 1
    const { retryAfterSeconds, reason } = answer
    if (failuresInRow < failuresMax && retryAfterSeconds === undefined) return
    const growingMs = Math.min(restMsMax, restMsFirst * 2 ** Math.min(failuresInRow - 1, 10))
    restsUntil = now() + Math.min(restMsMax, Math.max(growingMs, 1_000 * (retryAfterSeconds ?? 0)))
    log.warn({ reason, forMs: restsUntil - now() }, 'the ABI verifier does not respond: pausing requests to it')
  }

  const ask = async (chain: number, address: Hex, previous: AbiRow | undefined): Promise<AbiIndex | undefined> => {
    if (!verifier || now() < restsUntil || signal.aborted) return undefined
    const answer = await verifier.lookUp(chain, address, signal)
    if (signal.aborted) return undefined
    noteAnswer(answer)
    const row = abiRow(chain, address, answer, { previous, now: now() })
    if (answer.kind === 'verified') reports.set(keyOf(chain, address), answer.implementations)
    const abi = remember(chain, address, row)
    await keepAbi(store.db, row).catch((error: unknown) =>
      log.warn({ chain, address, err: error }, 'could not store an ABI'),
    )
    return abi
  }

  /** One request per contract, shared by all callers. */
  const lookUpOnce = (
    chain: number,
    address: Hex,
    previous: AbiRow | undefined,
  ): Promise<AbiIndex | undefined> | undefined => {
    const key = keyOf(chain, address)
    if (!questions.isRunning(key) && questions.count() >= waitingMax) return undefined
    return questions.run(key, () => atOnce(() => ask(chain, address, previous)))
  }

  const read: ContractAbis['read'] = async (chain, address) => {
    const byOperator = await directory?.read(chain, address)
    if (byOperator) return { address, by: 'operator', match: null, items: byOperator }
    for (const source of local) {
      const found = await source.read(chain, address)
      if (found) return found
    }
    const bundled = ownAbis.get(keyOf(chain, address))
    if (bundled) return { address, by: 'bundled', match: null, items: bundled.items }
    const row = (await storedAbis(store.db, chain, [address])).get(address)
    const items = row?.abi ? abiItems(JSON.parse(row.abi)) : undefined
    return items && { address, by: 'sourcify', match: row?.match ?? null, items }
  }

  return {
    find,
    read,
    reportedImplementations: (chain, address) => reports.get(keyOf(chain, address)) ?? [],
    isUnanswered: (chain, address) => !find(chain, address) && !knownMiss(chain, address)?.isAnswered,
    learn: async (chain, addresses, usesVerifier, found) => {
      const keep = (address: Hex, abi = find(chain, address)): void => {
        if (abi && found.size < foundMax) found.set(address, abi)
      }
      await Promise.all([directory, ...local].map((source) => source?.learn(chain, addresses)).concat(readOwn()))
      const isOpen = (address: Hex) => !find(chain, address) && !knownMiss(chain, address)
      for (const address of addresses) keep(address)
      const open = [...new Set(addresses)].filter(isOpen)
      if (open.length === 0) return
      const stored = await storedAbis(store.db, chain, open)
      // A request of another caller may have been answered since.
      for (const address of open) keep(address)
      const unanswered = open.filter(isOpen)
      for (const address of unanswered) {
        const row = stored.get(address)
        if (row) keep(address, remember(chain, address, row))
      }
      const isVerifierReady = usesVerifier && verifier !== undefined && now() >= restsUntil
      const due = unanswered.filter((address) => {
        const row = stored.get(address)
        return row ? row.due_at !== null && row.due_at <= now() : true
      })
      const lookUp = async (address: Hex) => keep(address, await lookUpOnce(chain, address, stored.get(address)))
      if (isVerifierReady) {
        await Promise.all(due.map(lookUp))
        return
      }
      const isAnswered = !usesVerifier || verifier === undefined
      for (const address of due) misses.set(keyOf(chain, address), { until: now() + missMs, isAnswered })
    },
  }
}

type CompiledAbi = { index: AbiIndex; items: readonly unknown[] }

const compileBuiltIn = async (builtIn: BuiltInAbis | undefined): Promise<Map<string, CompiledAbi>> => {
  const compiled = new Map<string, CompiledAbi>()
  for (const { address, abi } of (await builtIn?.read()) ?? []) {
    const index = abiIndex(abi)
    const items = abiItems(abi)
    if (builtIn && index && items) compiled.set(keyOf(builtIn.chain, address.toLowerCase()), { index, items })
  }
  return compiled
}

const keyOf = (chain: number, address: string): string => `${chain}/${address}`

/** Who may give an ABI. */
export type GivenAbisPolicy = 'everyone' | 'keys' | 'off'

/** ABIs that people gave for contracts without a verified one. */
export type GivenAbis = LocalAbis & {
  readonly policy: GivenAbisPolicy
  /**
   * Stores an ABI for a contract with this code, in place of one that names fewer of its functions.
   * @throws ServiceError
   */
  give(
    chain: number,
    contract: { address: Hex; code: Hex; items: readonly unknown[] },
    requester: Requester | undefined,
  ): Promise<GivenAbi>
  /** Returns whether there was one. */
  remove(chain: number, address: Hex): Promise<boolean>
}
