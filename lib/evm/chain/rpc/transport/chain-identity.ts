import { hexNumber } from '#lib/base/hex.ts'
import { invariant } from '#lib/base/invariant.ts'
import { parseCount, parseHeader } from '#lib/evm/chain/rpc/parse.ts'
import { type AskOne, answerOrError, type IdentityRules, type Testimony } from '#lib/nodes/compare-nodes.ts'
import type { RpcTransport } from './classify.ts'
import { isRefusal, NodeRefusal } from './node-refusal.ts'
import { rpcQuestion } from './pool.ts'

export type ChainIdentityOptions = {
  /** Undefined if the id comes from the node. */
  expectedId: number | undefined
  /** Its nodes may be reset; assumed if the id is unknown. */
  isDevnet?: boolean
  /** Depth at which a block counts as final if the node has no `finalized` tag. */
  finalityBlocks: number
  /** Blocks that are stored and final: a node of the same chain has them, unless it lags or has pruned them. */
  storedAnchors(): Promise<readonly { number: number; hash: string }[]>
}

/** For chains with unknown finality. */
const depthUnknown = 64

type First = { chainId: number; genesis: string | undefined; final: number }

/**
 * Compares EVM nodes by chain id, genesis block, stored blocks, and two blocks that are final for the nodes: the newest that two of
 * them have, and the newest that all have. Costs two requests a node.
 */
export const chainIdentity = ({
  expectedId,
  isDevnet = expectedId === undefined,
  finalityBlocks,
  storedAnchors,
}: ChainIdentityOptions): IdentityRules<RpcTransport> => ({
  mayReset: isDevnet,
  compare: async (nodes, earlier) => {
    const anchors = await storedAnchors()
    const known = new Map<string, string>()
    if (expectedId !== undefined) known.set(chainIdSubject, String(expectedId))
    for (const { number, hash } of anchors) known.set(blockSubject(number), hash)
    // Nothing to compare.
    if (nodes.length === 1 && known.size === 0 && expectedId === undefined) return { known, testimonies: [new Map()] }

    const firsts = await Promise.all(nodes.map((ask) => answerOrError(readFirst(ask, finalityBlocks || depthUnknown))))
    const finals = firsts.flatMap((first) => (first instanceof Error ? [] : first.final)).sort((a, b) => b - a)
    const shared = nodes.length > 1 ? [finals[1], finals.at(-1)] : []
    const wanted = [
      ...anchors.map(({ number }) => number),
      ...[...earlier.keys()].flatMap((subject) => numberOf(subject) ?? []),
      ...shared.filter((number) => number !== undefined),
    ]
    const numbers = [...new Set(wanted)].filter((number) => number > 0).sort((a, b) => a - b)
    const testimonies = await Promise.all(
      nodes.map(async (ask, at) => {
        const first = firsts[at]
        invariant(first, 'every node was asked')
        if (first instanceof Error) return first
        return await answerOrError(testimonyOf(ask, first, numbers))
      }),
    )
    return { known, testimonies }
  },
})

const chainIdSubject = 'chain id'
const blockSubject = (number: number): string => (number === 0 ? 'genesis block' : `block ${number}`)

const numberOf = (subject: string): number | undefined => {
  const [, digits] = /^block (\d{1,15})$/.exec(subject) ?? []
  return digits === undefined ? undefined : Number(digits)
}

const headerCall = (tag: string) => ({ method: 'eth_getBlockByNumber', params: [tag, false], mayFail: true })

const readFirst = (ask: AskOne<RpcTransport>, depth: number): Promise<First> =>
  ask(
    rpcQuestion(
      [{ method: 'eth_chainId', params: [] }, headerCall('0x0'), headerCall('finalized'), headerCall('latest')],
      ([id, genesis, finalized, latest]) => {
        const head = headerOf(latest)?.number ?? 0
        return {
          chainId: parseCount(id, 'chainId'),
          genesis: headerOf(genesis)?.hash,
          final: headerOf(finalized)?.number ?? Math.max(0, head - depth),
        }
      },
    ),
  )

const testimonyOf = async (
  ask: AskOne<RpcTransport>,
  { chainId, genesis }: First,
  numbers: readonly number[],
): Promise<Testimony> => {
  const testimony = new Map([[chainIdSubject, String(chainId)]])
  if (genesis !== undefined) testimony.set(blockSubject(0), genesis)
  if (numbers.length === 0) return testimony
  const calls = numbers.map((number) => headerCall(hexNumber(number)))
  const hashes = await ask(rpcQuestion(calls, (answers) => answers.map((answer) => headerOf(answer)?.hash)))
  for (const [at, number] of numbers.entries()) {
    const hash = hashes[at]
    if (hash !== undefined) testimony.set(blockSubject(number), hash)
  }
  return testimony
}

/** Undefined if the node does not have the block. @throws NodeRefusal for errors that say nothing about the block. */
const headerOf = (answer: unknown): ReturnType<typeof parseHeader> | undefined => {
  if (answer === null) return undefined
  if (!(answer instanceof NodeRefusal)) return parseHeader(answer)
  if (isRefusal(answer, 'missing_data') || isRefusal(answer, 'unsupported') || isRefusal(answer, 'invalid'))
    return undefined
  throw answer
}
