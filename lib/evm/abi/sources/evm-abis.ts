import { type Clock, systemClock } from '#lib/base/clock.ts'
import type { Hex } from '#lib/base/hex.ts'
import type { AbiIndex } from '#lib/evm/abi/abi-index.ts'
import type { ContractAt, EvmAbis } from '#lib/evm/abi/abi-port.ts'
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

/** Looks up verified interfaces and proxy implementations of contracts as queries need them. `close` ends background work. */
export const createEvmAbis = (options: EvmAbisOptions): EvmAbis & { close(): Promise<void> } => {
  const { store, given, poolOf, log, now = Date.now, clock = systemClock, waitMs = waitMsDefault } = options
  const closed = new AbortController()
  const { signal } = closed
  const underWay = new Set<Promise<void>>()
  const abis = createContractAbis({ ...options, now, signal })
  const implementations = createImplementations({ store, now, signal })

  const forwardedTo = (chain: number, contract: ContractAt): readonly Hex[] =>
    implementations.find(chain, contract)?.implementations ?? abis.reportedImplementations(chain, contract.address)

  const hasOwnAbi = (chain: number, contract: ContractAt): boolean => {
    const point = implementations.find(chain, contract)
    const isAccount = point?.kind === 'no_code' && point.block <= contract.block
    return !isAccount && !withoutOwnAbi.has(point?.kind ?? '')
  }

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
    const own = hasOwnAbi(chain.id, contract) ? [contract.address] : []
    const needed = [...own, ...forwardedTo(chain.id, contract)]
    return needed.some((address) => !found.has(address) && abis.isUnanswered(chain.id, address))
  }

  const inBackground = (work: Promise<void>, chain: ServedChain): Promise<void> => {
    const task = work
      .catch((error: unknown) => {
        if (!signal.aborted) log.warn({ chain: chain.name, err: error }, 'could not read which contracts are proxies')
      })
      .finally(() => underWay.delete(task))
    underWay.add(task)
    return task
  }

  /** Returns whether everything was learned in time. */
  const learnWithin = async (
    chain: ServedChain,
    contracts: readonly ContractAt[],
    limitMs: number,
    found: FoundAbis,
  ): Promise<boolean> => {
    if (underWay.size >= pagesAtOnce || signal.aborted) return false
    const done = new AbortController()
    const learning = inBackground(learn(chain, contracts, found), chain).finally(() => done.abort())
    await Promise.race([learning, clock.wait(limitMs, done.signal)])
    return done.signal.aborted
  }

  return {
    knownOf: async (chain, contracts, { waitMs: limitMs = waitMs, call } = {}) => {
      const learned: FoundAbis = new Map()
      const isLearnt = await learnWithin(chain, contracts, limitMs, learned)
      if (call?.setHeader) {
        const missing = contracts.filter((contract) => isUnanswered(chain, contract, learned, isLearnt))
        const count = new Set(missing.map(({ address }) => address)).size
        if (count > 0) call.setHeader(missingAbisHeader, `${count}: ${missingAbisReason}`)
      }
      const found = new Map<string, readonly AbiIndex[]>()
      return (contract) => {
        const key = `${contract.address}/${contract.block}`
        const known = found.get(key)
        if (known) return known
        const addresses = [contract.address, ...forwardedTo(chain.id, contract)]
        const abisOfContract = addresses.flatMap(
          (address) => learned.get(address) ?? abis.find(chain.id, address) ?? [],
        )
        found.set(key, abisOfContract)
        return abisOfContract
      }
    },
    givenOf: async (chain, contracts) => {
      const addressesOf = (contract: ContractAt) => [contract.address, ...forwardedTo(chain.id, contract)]
      await given?.learn(chain.id, [...new Set(contracts.flatMap(addressesOf))])
      return (contract) => addressesOf(contract).flatMap((address) => given?.find(chain.id, address) ?? [])
    },
    describe: async (chain, contract, limitMs = waitMs) => {
      await learnWithin(chain, [contract], limitMs, new Map())
      const addresses = [...new Set([contract.address, ...forwardedTo(chain.id, contract)])]
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
      await Promise.all(underWay)
      await options.verifier?.close()
    },
  }
}
