import { type Clock, systemClock } from '#lib/base/clock.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { AbiIndex, ContractAt, EvmAbis, ImplementationPoint } from '#lib/evm/abi/abi-index.ts'
import { createImplementations } from '#lib/evm/abi/implementations.ts'
import { missingAbisHeader, missingAbisReason } from '#lib/evm/api/records/transactions.ts'
import type { NodePool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { Store } from '#lib/store/store.ts'
import type { AbiDirectory } from './abi-directory.ts'
import { type BuiltInAbis, createContractAbis, type FoundAbis, type LocalAbis } from './contract-abis.ts'
import type { AbiVerifier } from './sourcify.ts'

export type EvmAbisOptions = {
  store: Store<EvmTables>
  directory?: AbiDirectory
  local?: readonly LocalAbis[]
  builtIn?: BuiltInAbis
  verifier?: AbiVerifier
  /** Used where no other source has an ABI. */
  given?: LocalAbis
  /** The nodes of a chain, to resolve proxies. */
  poolOf?: (chain: ServedChain) => NodePool | undefined
  log: { warn(facts: object, text: string): void }
  /** Milliseconds since 1970. */
  now?: () => number
  clock?: Clock
  /** How long a page waits for unknown ABIs: node and verifier together. */
  waitMs?: number
}

const waitMsDefault = 1_000
/** Pages whose ABIs are fetched at a time; further pages use known ones only. */
const pagesAtOnce = 100

/** Code that is the same for everyone: there is nothing to verify. */
const withoutOwnAbi = new Set(['eip1167', 'clone', 'eip7702'])

/** Work that goes on after its page is sent, at most `pagesAtOnce` at a time. */
const createBackground = ({
  clock,
  signal,
  log,
}: {
  clock: Clock
  signal: AbortSignal
  log: EvmAbisOptions['log']
}) => {
  const underWay = new Set<Promise<void>>()

  const start = (chain: ServedChain, work: () => Promise<void>): Promise<void> => {
    const task = work()
      .catch((error: unknown) => {
        if (!signal.aborted) log.warn({ chain: chain.name, err: error }, 'could not read which contracts are proxies')
      })
      .finally(() => underWay.delete(task))
    underWay.add(task)
    return task
  }

  return {
    /** Returns whether the work ended within `limitMs`. */
    run: async (chain: ServedChain, work: () => Promise<void>, limitMs: number): Promise<boolean> => {
      if (underWay.size >= pagesAtOnce || signal.aborted) return false
      const done = new AbortController()
      const task = start(chain, work).finally(() => done.abort())
      await Promise.race([task, clock.wait(limitMs, done.signal)])
      return done.signal.aborted
    },
    settled: () => Promise.all(underWay),
  }
}

/** Looks up verified interfaces and proxy implementations of contracts as queries need them. `close` ends background work. */
export const createEvmAbis = (options: EvmAbisOptions): EvmAbis & { close(): Promise<void> } => {
  const { store, given, poolOf, log, now = Date.now, clock = systemClock, waitMs = waitMsDefault } = options
  const closed = new AbortController()
  const { signal } = closed
  const background = createBackground({ clock, signal, log })
  const abis = createContractAbis({ ...options, now, signal })
  const implementations = createImplementations({ store, now, signal })

  const forwardedTo = (chain: number, contract: ContractAt): readonly Hex[] =>
    implementations.find(chain, contract)?.implementations ?? abis.reportedImplementations(chain, contract.address)

  const addressesOf = (chain: ServedChain, contract: ContractAt): Hex[] => [
    contract.address,
    ...forwardedTo(chain.id, contract),
  ]

  const hasOwnAbi = (chain: number, contract: ContractAt): boolean =>
    mayHaveAbi(implementations.find(chain, contract), contract.block)

  const learn = async (chain: ServedChain, contracts: readonly ContractAt[], found: FoundAbis): Promise<void> => {
    // No verifier knows a devnet or the demo ledger.
    const hasVerifier = !chain.isDevnet && chain.source !== 'demo'
    await implementations.learn(chain.id, poolOf?.(chain), contracts)
    const own = contracts.filter((contract) => hasOwnAbi(chain.id, contract))
    const named = contracts.flatMap((contract) => forwardedTo(chain.id, contract))
    await abis.learn(chain.id, [...own.map(({ address }) => address), ...named], hasVerifier, found)
    // Without a node, the verifier reports the implementation of a proxy.
    const reported = contracts.flatMap((contract) => forwardedTo(chain.id, contract))
    await abis.learn(chain.id, reported, hasVerifier, found)
  }

  /** Whether a later call may know more of this contract. */
  const isUnanswered = (chain: ServedChain, contract: ContractAt, found: FoundAbis, isLearnt: boolean): boolean => {
    if (!isLearnt && poolOf?.(chain) && !implementations.find(chain.id, contract)) return true
    const needed = hasOwnAbi(chain.id, contract) ? addressesOf(chain, contract) : forwardedTo(chain.id, contract)
    return needed.some((address) => !found.has(address) && abis.isUnanswered(chain.id, address))
  }

  /** Returns whether everything was learned in time. */
  const learnWithin = (chain: ServedChain, contracts: readonly ContractAt[], limitMs: number, found: FoundAbis) =>
    background.run(chain, () => learn(chain, contracts, found), limitMs)

  return {
    knownOf: async (chain, contracts, { waitMs: limitMs = waitMs, call } = {}) => {
      const learned: FoundAbis = new Map()
      const isLearnt = await learnWithin(chain, contracts, limitMs, learned)
      if (call?.setHeader) {
        const missing = contracts.filter((contract) => isUnanswered(chain, contract, learned, isLearnt))
        const count = new Set(missing.map(({ address }) => address)).size
        if (count > 0) call.setHeader(missingAbisHeader, `${count}: ${missingAbisReason}`)
      }
      return oncePerContract((contract) =>
        addressesOf(chain, contract).flatMap((address) => learned.get(address) ?? abis.find(chain.id, address) ?? []),
      )
    },
    givenOf: async (chain, contracts) => {
      const addresses = contracts.flatMap((contract) => addressesOf(chain, contract))
      await given?.learn(chain.id, [...new Set(addresses)])
      return (contract) => addressesOf(chain, contract).flatMap((address) => given?.find(chain.id, address) ?? [])
    },
    describe: async (chain, contract, limitMs = waitMs) => {
      await learnWithin(chain, [contract], limitMs, new Map())
      const addresses = [...new Set(addressesOf(chain, contract))]
      const known = await Promise.all(
        addresses.map(
          async (address) => (await abis.read(chain.id, address)) ?? (await given?.read(chain.id, address)),
        ),
      )
      return {
        proxy: implementations.find(chain.id, contract),
        interfaces: known.filter((one) => one !== undefined),
      }
    },
    close: async () => {
      closed.abort()
      await background.settled()
      await options.verifier?.close()
    },
  }
}

const oncePerContract = (abisOf: (contract: ContractAt) => readonly AbiIndex[]) => {
  const found = new Map<string, readonly AbiIndex[]>()
  return (contract: ContractAt): readonly AbiIndex[] => {
    const key = `${contract.address}/${contract.block}`
    const known = found.get(key) ?? abisOf(contract)
    found.set(key, known)
    return known
  }
}

/** False for an account without code, and for code that is the same for everyone. */
const mayHaveAbi = (point: ImplementationPoint | undefined, block: number): boolean => {
  const isAccount = point?.kind === 'no_code' && point.block <= block
  return !isAccount && !withoutOwnAbi.has(point?.kind ?? '')
}
