import { accumulator, placeholderHash } from './accumulator.ts'
import { address, bytes, bytesOf, hexOf, length, text, u64 } from './bcs.ts'
import { domain, sha3 } from './hashes.ts'
import type { Change, Event, Json, WriteSet } from './write-set.ts'

export type Outcome = { gasUsed: bigint; success: boolean; vmStatus: string; statusBcs: Buffer }

export const executed: Outcome = {
  gasUsed: 0n,
  success: true,
  vmStatus: 'Executed successfully',
  statusBcs: Buffer.from([0]),
}
export const outOfGas = (gasUsed: bigint): Outcome => ({
  gasUsed,
  success: false,
  vmStatus: 'Out of gas',
  statusBcs: Buffer.from([1]),
})

export function moveAbort(gasUsed: bigint, module: string, code: number, name: string, description: string): Outcome {
  const vmStatus = `Move abort in ${module}: ${name}(0x${code.toString(16)}): ${description}`
  const [owner = '', moduleName = ''] = module.split('::')
  const location = Buffer.concat([Buffer.from([2, 0]), address(owner), text(moduleName)])
  const info = Buffer.concat([Buffer.from([1]), text(name), text(description)])
  return { gasUsed, success: false, vmStatus, statusBcs: Buffer.concat([location, u64(code), info]) }
}

/** What is said of a transaction beside its effects: its own fields, in REST order, and its hash. */
export type Body = { type: string; hash: string; before?: Json; after?: Json; withoutEvents?: boolean }
export type BlockJson = {
  block_height: string
  block_hash: string
  block_timestamp: string
  first_version: string
  last_version: string
}

const infoDomain = domain('TransactionInfo')

/**
 * Appends transactions to the ledger and gives each the hashes that bind it.
 *
 * `hash` of user, block metadata and state checkpoint transactions, state keys and the accumulator's structure are
 * Aptos' own. Events and write sets are hashed as JSON where Aptos hashes BCS, so `event_root_hash` (an accumulator over
 * the events, the placeholder when there is none), `state_change_hash` and `state_checkpoint_hash` (a chain over the
 * state changes) are consistent within this ledger, and not what a full node would compute of the same content.
 */
export class LedgerBuilder {
  readonly transactions: Json[] = []
  readonly blocks: BlockJson[] = []
  private readonly history = accumulator('TransactionAccumulator')
  private stateHash: Uint8Array = Buffer.alloc(32)
  private blockStart = 0

  get version(): number {
    return this.transactions.length
  }

  append(body: Body, set: WriteSet, outcome: Outcome, isCheckpoint: boolean): Json {
    const { changes, events } = set
    const stateChange = sha3(domain('WriteSet'), jsonBytes(changes))
    this.stateHash = sha3(this.stateHash, stateChange)
    const eventRoot = rootOfEvents(events)
    const checkpoint = isCheckpoint ? this.stateHash : undefined
    this.history.append(infoHash(outcome, bytesOf(body.hash), eventRoot, stateChange, checkpoint))
    const transaction: Json = {
      version: String(this.version),
      hash: body.hash,
      state_change_hash: hexOf(stateChange),
      event_root_hash: hexOf(eventRoot),
      state_checkpoint_hash: checkpoint ? hexOf(checkpoint) : null,
      gas_used: String(outcome.gasUsed),
      success: outcome.success,
      vm_status: outcome.vmStatus,
      accumulator_root_hash: hexOf(this.history.root()),
      changes,
      ...body.before,
      ...(body.withoutEvents ? {} : { events }),
      ...body.after,
      type: body.type,
    }
    this.transactions.push(transaction)
    return transaction
  }

  closeBlock(hash: string, timestamp: bigint): void {
    this.blocks.push({
      block_height: String(this.blocks.length),
      block_hash: hash,
      block_timestamp: String(timestamp),
      first_version: String(this.blockStart),
      last_version: String(this.version - 1),
    })
    this.blockStart = this.version
  }
}

const jsonBytes = (content: readonly Change[] | Event) => Buffer.from(JSON.stringify(content), 'utf8')

function rootOfEvents(events: readonly Event[]): Buffer {
  const tree = accumulator('EventAccumulator')
  for (const event of events) tree.append(sha3(domain('ContractEvent'), jsonBytes(event)))
  return events.length > 0 ? tree.root() : placeholderHash
}

/** The accumulator's leaf: the hash of the BCS of TransactionInfo, version 0. */
function infoHash(
  outcome: Outcome,
  hash: Uint8Array,
  events: Uint8Array,
  state: Uint8Array,
  checkpoint?: Uint8Array,
): Buffer {
  const optional = checkpoint ? [Buffer.from([1]), checkpoint] : [Buffer.from([0])]
  return sha3(
    ...[infoDomain, Buffer.from([0]), u64(outcome.gasUsed), outcome.statusBcs, hash, events, state],
    ...[...optional, Buffer.from([0])],
  )
}

const transactionDomain = domain('Transaction')

export function checkpointHash(blockHash: string): string {
  return hexOf(sha3(transactionDomain, Buffer.from([3]), bytesOf(blockHash)))
}

export type Metadata = {
  id: string
  epoch: number
  round: number
  proposer: string
  votes: readonly number[]
  failed: readonly number[]
  timestamp: bigint
}

export function metadataHash({ id, epoch, round, proposer, votes, failed, timestamp }: Metadata): string {
  const failedIndices = failed.map((index) => Buffer.from([index, 0, 0, 0]))
  return hexOf(
    sha3(
      ...[transactionDomain, Buffer.from([2]), bytesOf(id), u64(epoch), u64(round), address(proposer)],
      ...[bytes(Buffer.from(votes)), length(failed.length), ...failedIndices, u64(timestamp)],
    ),
  )
}

/** Of the kinds whose BCS is not written out here: genesis, validator transactions and block epilogues. */
export function standInHash(kind: string, content: Json): string {
  return hexOf(sha3(transactionDomain, Buffer.from(`${kind} ${JSON.stringify(content)}`, 'utf8')))
}
