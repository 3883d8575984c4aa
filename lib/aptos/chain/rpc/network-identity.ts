import * as z from 'zod'
import { longAddress } from '#lib/base/hex.ts'
import { invariant } from '#lib/base/invariant.ts'
import { type AskOne, answerOrError, type IdentityRules, type Testimony } from '#lib/nodes/compare-nodes.ts'
import type { NodeQuestion } from '#lib/nodes/question.ts'
import { AnswerTooLarge, hash, u64, unusable } from './node-answers.ts'
import { aptosLedger, type FullNodeQuestion, type NodeAddress, type Outcome } from './request-node.ts'

/** The chain ids of the named networks. A development network or the demo ledger may replace either, but not one the other. */
const namedChainIds = { mainnet: 1, testnet: 2 } as const

export type NamedNetwork = keyof typeof namedChainIds

export const chainIdOf = (network: NamedNetwork): number => namedChainIds[network]

/** The name of the network with this id. */
export const networkNameOf = (chainId: number): NamedNetwork | undefined => {
  if (chainId === namedChainIds.mainnet) return 'mainnet'
  return chainId === namedChainIds.testnet ? 'testnet' : undefined
}

/** Hashes of stored transactions, by version. */
export type StoredAnchors = (chainId: number) => Promise<readonly { version: number; hash: string }[]>

type Send = (address: NodeAddress, question: FullNodeQuestion, signal: AbortSignal | undefined) => Promise<Outcome>

/**
 * Compares full nodes by chain id, and by the hashes of the genesis transaction, of stored ones, and of two others: the
 * newest that two nodes have, and the newest that all have. Versions that a node has pruned or not reached are not
 * compared.
 */
export const networkIdentity = (
  send: Send,
  network?: NamedNetwork,
  storedAnchors?: StoredAnchors,
): IdentityRules<NodeAddress> => {
  const question = <T>(path: string, read: (outcome: Outcome) => T): NodeQuestion<NodeAddress, T> => ({
    kinds: ['identity'],
    needs: [],
    size: 1,
    repeat: 'anywhere',
    ask: async (address, _, signal) => read(await send(address, { path }, signal)),
  })

  const testimonyOf = async (
    ask: AskOne<NodeAddress>,
    chainId: number,
    versions: readonly number[],
  ): Promise<Testimony> => {
    const testimony = new Map([[chainIdSubject, String(chainId)]])
    const hashes = await Promise.all(
      versions.map((version) =>
        ask(question(`/transactions/by_version/${version}`, hashOf(version))).catch((error: unknown) => {
          if (error instanceof AnswerTooLarge) return undefined
          throw error
        }),
      ),
    )
    for (const [at, version] of versions.entries()) {
      const hash = hashes[at]
      if (hash !== undefined) testimony.set(versionSubject(version), hash)
    }
    return testimony
  }

  /** The id of the network, where one of the nodes belongs to a named one. */
  const expectedOf = (chainIds: ReadonlySet<number>): number | undefined =>
    network && [...chainIds].some(networkNameOf) ? chainIdOf(network) : undefined

  /** The stored identity of the first of these networks that has one. */
  const storedOf = async (chainIds: ReadonlySet<number>) => {
    for (const chainId of chainIds) {
      const anchors = (await storedAnchors?.(chainId)) ?? []
      const hashes = anchors.map(({ version, hash }) => [versionSubject(version), longAddress(hash)] as const)
      if (anchors.length > 0) return { anchors, known: new Map([[chainIdSubject, String(chainId)], ...hashes]) }
    }
    return { anchors: [], known: new Map<string, string>() }
  }

  return {
    compare: async (nodes, earlier) => {
      // Without anything to compare, a single node costs no request.
      if (nodes.length === 1 && !storedAnchors) return { known: new Map(), testimonies: [new Map()] }
      const ledgers = await Promise.all(nodes.map((ask) => answerOrError(ask(question('', ledgerOf)))))
      const answered = ledgers.flatMap((ledger) => (ledger instanceof Error ? [] : ledger))
      const chainIds = new Set(answered.map(({ chainId }) => chainId))
      const expected = expectedOf(chainIds)
      const { known, anchors } = await storedOf(expected === undefined ? chainIds : new Set([expected]))
      if (expected !== undefined) known.set(chainIdSubject, String(expected))
      if (nodes.length === 1 && known.size === 0) return { known, testimonies: ledgers.map(emptyOrError) }

      const newest = answered.map(({ newestVersion }) => newestVersion).sort((a, b) => b - a)
      const shared = nodes.length > 1 ? [0, newest[1], newest.at(-1)].filter((version) => version !== undefined) : []
      const wanted = [
        ...anchors.map(({ version }) => version),
        ...[...earlier.keys()].flatMap((subject) => versionOf(subject) ?? []),
        ...shared,
      ]
      const versions = [...new Set(wanted)].sort((a, b) => a - b)
      const testimonies = await Promise.all(
        nodes.map(async (ask, at) => {
          const ledger = ledgers[at]
          invariant(ledger, 'every node was asked')
          if (ledger instanceof Error) return ledger
          return await answerOrError(testimonyOf(ask, ledger.chainId, versions))
        }),
      )
      return { known, testimonies }
    },
  }
}

const chainIdSubject = 'chain id'
const versionSubject = (version: number): string => (version === 0 ? 'genesis transaction' : `version ${version}`)

const versionOf = (subject: string): number | undefined => {
  const [, digits] = /^version (\d{1,16})$/.exec(subject) ?? []
  return digits === undefined ? undefined : Number(digits)
}

const ledgerOf = (outcome: Outcome): { chainId: number; newestVersion: number } => {
  const read = aptosLedger.safeParse(outcome.kind === 'answer' ? outcome.body : undefined)
  if (read.success) return read.data
  throw unusable('The Aptos node returned an unexpected format.', read.error)
}

/** Nothing else of a transaction is compared, and one in an unknown form says nothing about its node. */
const identified = z.object({ version: u64, hash: hash.optional().catch(undefined) })

const hashOf =
  (version: number) =>
  (outcome: Outcome): string | undefined => {
    if (outcome.kind === 'missing') return undefined
    const read = identified.safeParse(outcome.body)
    if (read.success && Number(read.data.version) === version) return read.data.hash && longAddress(read.data.hash)
    throw unusable('The Aptos node returned a different transaction than requested.', read.error)
  }

const emptyOrError = (testimony: unknown): Testimony | Error => (testimony instanceof Error ? testimony : new Map())
