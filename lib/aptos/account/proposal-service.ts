import pLimit from 'p-limit'
import * as z from 'zod'
import type { Service } from '#lib/api/endpoint.ts'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { hash, isUnreadable, u64 } from '#lib/aptos/chain/rpc/node-answers.ts'
import { CallFailed } from '#lib/aptos/chain/rpc/request-node.ts'
import { type AptosNodeContext, nodeOf } from '#lib/aptos/query/node-context.ts'
import { ServiceError } from '#lib/base/errors.ts'
import { isoOfSeconds } from './account-stakes.ts'
import {
  createParameterReader,
  isStoredHex,
  type ParameterContext,
  proposalPayload,
  type ReadParameters,
} from './parameter-reader.ts'
import type { AptosOpenProposals, AptosProposal, AptosProposalApi } from './proposals-contract.ts'
import { createModuleReaders, type ReadModule } from './struct-definitions.ts'

const multisigType = '0x1::multisig_account::MultisigAccount'
const proposalType = '0x1::multisig_account::MultisigTransaction'

const multisigAccount = z.object({
  owners: z.array(hash).max(10_000),
  num_signatures_required: u64,
  last_executed_sequence_number: u64,
  next_sequence_number: u64,
  transactions: z.object({ handle: hash }),
})
const stored = (bytes: z.ZodType<string>) => z.object({ vec: z.array(bytes).max(1) })
const storedProposal = z.object({
  payload: stored(z.string().refine(isStoredHex)),
  payload_hash: stored(z.string().regex(/^0x[0-9a-fA-F]{64}$/)),
  votes: z.object({ data: z.array(z.object({ key: hash, value: z.boolean() })).max(10_000) }),
  creator: hash,
  creation_time_secs: u64,
})

const callsAtOnce = 8
const votesMax = 100

type Multisig = z.output<typeof multisigAccount>
type Source = ParameterContext & { address: string; readModule: ReadModule; readParameters: ReadParameters }

/**
 * Open proposals of a multisig account. They are read from its table: a view function would return all of them at once,
 * which can be too many for its gas, and not every node runs any. @throws ServiceError `not_found` for other accounts.
 */
const accountProposals = async (
  source: Source,
  { limit, offset }: { limit: number; offset: number },
): Promise<AptosOpenProposals> => {
  const { state, address, version, signal } = source
  const found = await state.resource(address, multisigType, version, signal)
  if (found === undefined)
    throw new ServiceError('not_found', `The account ${address} is not a multisig account at version ${version}.`)
  const multisig = multisigAccount.safeParse(found).data
  if (!multisig) throw new ServiceError('upstream_failed', 'The Aptos node returned no readable multisig account.')
  const next = BigInt(multisig.last_executed_sequence_number) + 1n
  const end = BigInt(multisig.next_sequence_number)
  const total = end > next ? end - next : 0n
  const numbers: bigint[] = []
  for (let at = next + BigInt(offset); at < end && numbers.length < limit; at++) numbers.push(at)
  const calls = pLimit(callsAtOnce)
  const read = await Promise.all(numbers.map((number) => calls(() => proposalOf(source, multisig, number))))
  const result = read.filter((one) => one !== undefined)
  return {
    address,
    ledger_version: String(version),
    owners: multisig.owners.length,
    signatures_required: multisig.num_signatures_required,
    total: total.toString(),
    is_whole: result.length === read.length,
    result,
  }
}

/** Undefined if the node did not return it. */
const proposalOf = async (source: Source, multisig: Multisig, number: bigint): Promise<AptosProposal | undefined> => {
  const { readModule, readParameters } = source
  const found = storedProposal.safeParse(await tableItem(source, multisig, number)).data
  if (!found) return undefined
  const votes = votesOf(multisig, found.votes.data)
  const [approvals, rejections] = ['approved', 'rejected'].map(
    (vote) => votes.filter((one) => one.vote === vote).length,
  )
  const isNext = number === BigInt(multisig.last_executed_sequence_number) + 1n
  const isEnough = (count = 0): boolean => isNext && BigInt(count) >= BigInt(multisig.num_signatures_required)
  return {
    sequence_number: number.toString(),
    creator_address: long(found.creator),
    created_at: isoOfSeconds(found.creation_time_secs),
    is_next: isNext,
    approvals: approvals ?? 0,
    rejections: rejections ?? 0,
    can_be_executed: isEnough(approvals),
    can_be_rejected: isEnough(rejections),
    votes: votes.length <= votesMax ? votes : votes.filter(({ vote }) => vote !== null).slice(0, votesMax),
    payload: await proposalPayload({ stored: found.payload.vec[0], hash: found.payload_hash.vec[0] }, (called) =>
      readParameters(source, readModule, called),
    ),
  }
}

const tableItem = async ({ state, version, signal }: Source, multisig: Multisig, number: bigint): Promise<unknown> => {
  const item = { key_type: 'u64', value_type: proposalType, key: number.toString() }
  try {
    return await state.tableItem(multisig.transactions.handle, item, version, signal)
  } catch (error) {
    if (error instanceof CallFailed || isUnreadable(error)) return undefined
    throw error
  }
}

/** The chain counts votes of current owners only. */
const votesOf = ({ owners }: Multisig, cast: readonly { key: string; value: boolean }[]): AptosProposal['votes'] => {
  const votes = new Map(
    cast.map(({ key, value }) => [long(key), value ? ('approved' as const) : ('rejected' as const)]),
  )
  return owners.map(long).map((owner) => ({ owner_address: owner, vote: votes.get(owner) ?? null }))
}

const long = (address: string): string => aptosAddress(address) ?? address

/** Open proposals of multisig accounts, from full nodes. */
export const createProposalService = ({ nodes, defaultNetwork }: AptosNodeContext): Service<AptosProposalApi> => {
  const moduleReader = createModuleReaders(nodes)
  const readParameters = createParameterReader()
  return {
    aptosAccountProposals: async ({ network = defaultNetwork, address, ledger_version, ...page }, context) => {
      const { state } = nodeOf(nodes, network)
      const signal = context?.signal
      const version = await state.version(ledger_version, signal)
      const source = { state, network, address, version, signal, readModule: moduleReader(network), readParameters }
      return await accountProposals(source, page)
    },
  }
}
