import pLimit from 'p-limit'
import { toBytes, toHex } from '#lib/base/bytes.ts'
import { type Hex, hexNumber, zeroHash } from '#lib/base/hex.ts'
import { InconsistentAnswer } from '#lib/evm/chain/rpc/inconsistent-answer.ts'
import { parseBytes, parseCount } from '#lib/evm/chain/rpc/parse.ts'
import { isRefusal, NodeRefusal } from '#lib/evm/chain/rpc/transport/node-refusal.ts'
import type { NodePool, PoolCall } from '#lib/evm/chain/rpc/transport/pool.ts'
import { batchesOf } from '#lib/store/batches-of.ts'
import type { ContractAt, ImplementationPoint } from './abi-index.ts'
import { abiType } from './abi-type.ts'
import { type ProxyCode, proxyCode } from './proxy-code.ts'
import { readValues } from './read-values.ts'

/** Responses of nodes: implementation points by contract, and a block whose state no node has. */
export type ReadImplementations = {
  points: { address: Hex; point: ImplementationPoint }[]
  /** The state of this block and of earlier ones is pruned. */
  missingUpTo: number | undefined
}

/** With the head, a batch that no known node refuses. */
const callsPerBatch = 49
const batchesAtOnce = 4
const options = { attemptsMax: 3, totalMs: 8_000 }
const facetsMax = 64

/**
 * EIP-1967: implementation and beacon; EIP-1822; the first proxies of OpenZeppelin; the implementation slot of Safe
 * wallets.
 */
const slots = {
  eip1967: '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  eip1822: '0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7',
  beacon: '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
  zeppelinos: '0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3',
  safe: zeroHash,
} as const
const slotNames = ['eip1967', 'eip1822', 'beacon', 'zeppelinos', 'safe'] as const
/** EIP-2535, EIP-897, and other names in use. */
const getters = {
  facetAddresses: '0x52ef6b2c',
  implementation: '0x5c60da1b',
  getImplementation: '0xaaf10f42',
  comptrollerImplementation: '0xbb82aa5e',
} as const
const getterNames = ['facetAddresses', 'implementation', 'getImplementation', 'comptrollerImplementation'] as const
const callsPerContract = slotNames.length + getterNames.length

/**
 * Finds the implementations of contracts: at the given block, or at the newest if no node has its state. Contracts that
 * no node can resolve are omitted. Only rejects when the signal fires.
 */
export const readImplementations = async (
  pool: NodePool,
  contracts: readonly ContractAt[],
  signal: AbortSignal,
): Promise<ReadImplementations> => {
  const asked: ReadImplementations = { points: [], missingUpTo: undefined }
  const atOnce = pLimit(batchesAtOnce)
  // Sorted, so that blocks with pruned state do not fail the batches of the others.
  const inOrder = contracts.toSorted((a, b) => a.block - b.block)
  const groups = [...batchesOf(inOrder, callsPerBatch)]
  await Promise.all(
    groups.map((group) =>
      atOnce(async () => {
        try {
          asked.points.push(...(await readGroup(pool, group, 'own_blocks', signal)))
        } catch (error) {
          signal.throwIfAborted()
          if (!isRefusal(error, 'missing_data')) return
          const gone = group[0]?.block ?? 0
          asked.missingUpTo = Math.max(asked.missingUpTo ?? 0, gone)
          const newest = await readGroup(pool, group, 'newest_block', signal).catch(() => [])
          signal.throwIfAborted()
          asked.points.push(...newest)
        }
      }),
    ),
  )
  return asked
}

type Moment = 'own_blocks' | 'newest_block'

const readGroup = async (
  pool: NodePool,
  group: readonly ContractAt[],
  moment: Moment,
  signal: AbortSignal,
): Promise<ReadImplementations['points']> => {
  const tagOf = ({ block }: ContractAt) => (moment === 'newest_block' ? 'latest' : hexNumber(block))
  const minimumHead = group.at(-1)?.block
  const codeCalls = group.map((one): PoolCall => ({ method: 'eth_getCode', params: [one.address, tagOf(one)] }))
  const calls = [{ method: 'eth_blockNumber', params: [] }, ...codeCalls]
  const { head, codes } = await pool.ask(
    calls,
    ([headAnswer, ...answers]) => ({
      head: parseCount(headAnswer, 'blockNumber'),
      codes: answers.map((answer) => proxyCode(toBytes(parseBytes(answer, 'code')))),
    }),
    { ...options, minimumHead, signal },
  )
  const points: ReadImplementations['points'] = []
  const forwarding: { one: ContractAt; code: ProxyCode & { kind: 'forwarding' } }[] = []
  for (const [index, one] of group.entries()) {
    const code = codes[index]
    const block = moment === 'newest_block' ? head : one.block
    const add = (kind: string, implementations: Hex[]) =>
      points.push({ address: one.address, point: { block, kind, implementations } })
    if (code?.kind === 'forwarding') forwarding.push({ one, code })
    else if (code?.kind === 'constant') add(code.pattern, [code.implementation])
    else if (code) add(code.kind, [])
  }
  for (const part of batchesOf(forwarding, Math.floor(callsPerBatch / callsPerContract))) {
    const questions = part.flatMap(({ one }) => storageQuestions(one.address, tagOf(one)))
    const answers = await pool.callMany(questions, { ...options, minimumHead, signal })
    for (const [index, { one, code }] of part.entries()) {
      const own = answers.slice(index * callsPerContract, (index + 1) * callsPerContract)
      const found = await readForwarding(pool, own, code.isSafe, { tag: tagOf(one), signal }).catch(skipRefused)
      if (!found) continue
      const block = moment === 'newest_block' ? head : one.block
      const implementations = found.implementations.filter((address) => address !== one.address).slice(0, facetsMax)
      const kind = implementations.length > 0 ? found.kind : 'none'
      points.push({ address: one.address, point: { block, kind, implementations } })
    }
  }
  return points
}

const storageQuestions = (address: Hex, tag: string): PoolCall[] => [
  ...slotNames.map((name) => ({ method: 'eth_getStorageAt', params: [address, slots[name], tag] })),
  ...getterNames.map((name) => ethCall(address, getters[name], tag)),
]

const ethCall = (to: Hex, data: string, tag: string): PoolCall => ({
  method: 'eth_call',
  params: [{ to, data }, tag],
  mayFail: true,
})

/** The standard slots first, then functions of the contract itself. */
const readForwarding = async (
  pool: NodePool,
  answers: readonly unknown[],
  isSafe: boolean,
  { tag, signal }: { tag: string; signal: AbortSignal },
): Promise<{ kind: string; implementations: Hex[] }> => {
  const slot = (name: (typeof slotNames)[number]): Hex[] => readAddress(answers[slotNames.indexOf(name)])
  const addressesFrom = (name: (typeof getterNames)[number]): Hex[] =>
    readAddress(answers[slotNames.length + getterNames.indexOf(name)])
  const [beacon] = slot('beacon')
  const candidates: { kind: string; find: () => Hex[] | Promise<Hex[]> }[] = [
    { kind: 'safe', find: () => (isSafe ? slot('safe') : []) },
    { kind: 'eip1967', find: () => slot('eip1967') },
    { kind: 'eip1822', find: () => slot('eip1822') },
    { kind: 'eip1967_beacon', find: () => (beacon ? readBeacon(pool, beacon, tag, signal) : []) },
    { kind: 'eip2535', find: () => readFacets(answers[slotNames.length]) },
    { kind: 'zeppelinos', find: () => slot('zeppelinos') },
    { kind: 'eip897', find: () => addressesFrom('implementation') },
    { kind: 'eip897', find: () => addressesFrom('getImplementation') },
    { kind: 'comptroller', find: () => addressesFrom('comptrollerImplementation') },
  ]
  for (const { kind, find } of candidates) {
    const implementations = await find()
    if (implementations.length > 0) return { kind, implementations }
  }
  return { kind: 'none', implementations: [] }
}

const readBeacon = async (pool: NodePool, beacon: Hex, tag: string, signal: AbortSignal): Promise<Hex[]> => {
  const [answer] = await pool.callMany([ethCall(beacon, getters.implementation, tag)], { ...options, signal })
  return readAddress(answer)
}

const wordBytes = 32

/** The address in one word; none if there is something else, zero, or a refusal. */
const readAddress = (answer: unknown): Hex[] => {
  const bytes = answerBytes(answer)
  if (bytes.length !== wordBytes || bytes.subarray(0, 12).some((byte) => byte !== 0)) return []
  const address = toHex(bytes.subarray(12))
  return /^0x0+$/.test(address) ? [] : [address]
}

const addressList = abiType({ type: 'address[]' })

const readFacets = (answer: unknown): Hex[] => {
  const list = addressList && readValues([addressList], answerBytes(answer))?.values[0]
  if (list === undefined) return []
  return [...new Set(list.match(/0x[0-9a-fA-F]{40}/g)?.map((address): Hex => `0x${address.slice(2).toLowerCase()}`))]
}

const answerBytes = (answer: unknown): Uint8Array => {
  if (answer instanceof NodeRefusal) {
    const { kind } = answer.failure
    if (kind === 'reverted' || kind === 'invalid' || kind === 'too_many_results') return new Uint8Array()
    throw answer
  }
  if (typeof answer !== 'string') throw new InconsistentAnswer('a word that is no text')
  return toBytes(answer)
}

/** A node that could not run a call has not confirmed that there is nothing. */
const skipRefused = (error: unknown): undefined => {
  if (!(error instanceof NodeRefusal)) throw error
}
