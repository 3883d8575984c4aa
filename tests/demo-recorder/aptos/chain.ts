import { shortAddress } from '#lib/demo/aptos/recorded-ledger.ts'
import { demoAptosChainId } from '#lib/demo/cast.ts'
import { type Random, seededRandom } from '#tests/demo-recorder/random.ts'
import { type Account, writeSupply } from './account.ts'
import { hexOf } from './bcs.ts'
import { sha3 } from './hashes.ts'
import { checkpointHash, executed, LedgerBuilder, metadataHash, type Outcome, standInHash } from './ledger-builder.ts'
import type { Payload } from './payloads.ts'
import { signTransaction } from './signed-transaction.ts'
import { type Json, WriteSet } from './write-set.ts'

/** From this block on the chain emits module events, and closes blocks with an epilogue instead of a checkpoint. */
export const moduleEraHeight = 56
/** In these blocks the node had lost its table index: table items carry their bytes alone, `data` is null. */
const tablesUnknown = { from: 70, to: 73 } as const
const gasPrice = 100n

export type UserOptions = { outcome?: Outcome; gas?: bigint; secondary?: readonly Account[]; feePayer?: Account }

/** The chain as it grows: opens and closes blocks, and runs users' transactions in them. */
export class Chain {
  readonly ledger = new LedgerBuilder()
  readonly validators: string[]
  timestamp = 0n
  epoch = 1
  private round = 0
  private supply = 100_000_000_000_000_000n
  private readonly random: Random = seededRandom(4_041)

  constructor(validators: readonly string[]) {
    this.validators = [...validators]
  }

  get height(): number {
    return this.ledger.blocks.length
  }

  get isModuleEra(): boolean {
    return this.height >= moduleEraHeight
  }

  newWriteSet(): WriteSet {
    return new WriteSet(this.height < tablesUnknown.from || this.height > tablesUnknown.to)
  }

  async block(timestamp: bigint, play: () => Promise<void>): Promise<void> {
    this.timestamp = timestamp
    const id = this.openBlock(false)
    await play()
    this.closeBlock(id)
  }

  /** A block that ends its epoch stops there: it holds no user transaction and needs no closing one. */
  epochBlock(timestamp: bigint, play: () => void): void {
    this.timestamp = timestamp
    this.epoch++
    this.round = 0
    const id = this.openBlock(true)
    play()
    this.ledger.closeBlock(id, timestamp)
  }

  private openBlock(isEpochEnd: boolean): string {
    this.round++
    const proposer = this.validators[this.round % this.validators.length] ?? '0x1'
    const failed = this.random.chance(0.05) ? [(this.round + 1) % this.validators.length] : []
    const votes = [this.random.pick([0b1111_0000, 0b1110_0000, 0b1011_0000])]
    const id = hexOf(sha3(Buffer.from(`demo block ${this.height} ${this.timestamp}`, 'utf8')))
    const metadata = { id, epoch: this.epoch, round: this.round, proposer, votes, failed, timestamp: this.timestamp }
    const set = this.newWriteSet()
    const newBlock = { owner: '0x1', creation: 3, count: this.height }
    set.handleEvent(newBlock, '0x1::block::NewBlockEvent', {
      epoch: String(this.epoch),
      failed_proposer_indices: failed.map(String),
      hash: id,
      height: String(this.height),
      previous_block_votes_bitvec: hexOf(Buffer.from(votes)),
      proposer: shortAddress(proposer),
      round: String(this.round),
      time_microseconds: String(this.timestamp),
    })
    this.writeBlockResources(set, isEpochEnd)
    const body = {
      type: 'block_metadata_transaction',
      hash: metadataHash(metadata),
      before: { id, epoch: String(this.epoch), round: String(this.round) },
      after: {
        previous_block_votes_bitvec: votes,
        proposer: shortAddress(proposer),
        failed_proposer_indices: failed,
        timestamp: String(this.timestamp),
      },
    }
    this.ledger.append(body, set, executed, isEpochEnd)
    return id
  }

  private writeBlockResources(set: WriteSet, isEpochEnd: boolean): void {
    const handle = (creation: number, count: number) => ({
      counter: String(count),
      guid: { id: { addr: '0x1', creation_num: String(creation) } },
    })
    set.resource('0x1', '0x1::block::BlockResource', {
      epoch_interval: '7200000000',
      height: String(this.height),
      new_block_events: handle(3, this.height + 1),
      update_epoch_interval_events: handle(4, 0),
    })
    const performance = this.validators.map((_, i) => ({
      failed_proposals: '0',
      successful_proposals: String(isEpochEnd ? 0 : Math.floor((this.round + i) / this.validators.length)),
    }))
    set.resource('0x1', '0x1::stake::ValidatorPerformance', { validators: performance })
    set.resource('0x1', '0x1::timestamp::CurrentTimeMicroseconds', { microseconds: String(this.timestamp) })
    if (!isEpochEnd) return
    const configuration = {
      epoch: String(this.epoch),
      events: handle(2, this.epoch),
      last_reconfiguration_time: String(this.timestamp),
    }
    set.resource('0x1', '0x1::reconfiguration::Configuration', configuration)
    const newEpoch = { owner: '0x1', creation: 2, count: this.epoch - 1 }
    set.handleEvent(newEpoch, '0x1::reconfiguration::NewEpochEvent', { epoch: String(this.epoch) })
  }

  private closeBlock(id: string): void {
    const timestamp = String(this.timestamp)
    const set = this.newWriteSet()
    const count = this.ledger.version
    const content = { timestamp, block_end_info: blockEndInfo(count) }
    const body = this.isModuleEra
      ? {
          type: 'block_epilogue_transaction',
          hash: standInHash('epilogue', { id, ...content }),
          after: content,
          withoutEvents: true,
        }
      : { type: 'state_checkpoint_transaction', hash: checkpointHash(id), after: { timestamp }, withoutEvents: true }
    this.ledger.append(body, set, executed, true)
    this.ledger.closeBlock(id, this.timestamp)
  }

  validator(kind: string, fields: Json, write: (set: WriteSet) => void): void {
    const set = this.newWriteSet()
    write(set)
    const timestamp = String(this.timestamp)
    this.ledger.append(
      {
        type: 'validator_transaction',
        hash: standInHash(kind, { timestamp, epoch: this.epoch }),
        before: { validator_transaction_type: kind },
        after: { timestamp, ...fields },
      },
      set,
      executed,
      false,
    )
  }

  async user(
    sender: Account,
    payload: Payload,
    effect: (set: WriteSet) => void,
    options: UserOptions = {},
  ): Promise<Json> {
    const { outcome = { ...executed, gasUsed: options.gas ?? 12n }, secondary, feePayer } = options
    const expirationSeconds = this.timestamp / 1_000_000n + 600n
    const maxGas = outcome.vmStatus === 'Out of gas' ? outcome.gasUsed : 2_000n
    const signed = await signTransaction({
      ...{ sender, payload, maxGas, gasPrice, expirationSeconds, chainId: demoAptosChainId },
      ...(secondary ? { secondary } : {}),
      ...(feePayer ? { feePayer } : {}),
    })
    const set = this.newWriteSet()
    const sequence = sender.sequence++
    if (outcome.success) effect(set)
    this.chargeGas(set, sender, feePayer ?? sender, outcome.gasUsed)
    const before = {
      sender: shortAddress(sender.address),
      sequence_number: String(sequence),
      max_gas_amount: String(maxGas),
      gas_unit_price: String(gasPrice),
      expiration_timestamp_secs: String(expirationSeconds),
      payload: payload.json,
      signature: signed.signature,
    }
    const after = { timestamp: String(this.timestamp) }
    return this.ledger.append({ type: 'user_transaction', hash: signed.hash, before, after }, set, outcome, false)
  }

  private chargeGas(set: WriteSet, sender: Account, payer: Account, gasUsed: bigint): void {
    const octas = gasUsed * gasPrice
    payer.octas -= octas
    this.supply -= octas
    payer.writeCoins(set)
    sender.writeAccount(set)
    writeSupply(set, this.supply)
    if (!this.isModuleEra) return
    set.moduleEvent('0x1::transaction_fee::FeeStatement', {
      execution_gas_units: String(gasUsed / 2n),
      io_gas_units: String(gasUsed - gasUsed / 2n),
      storage_fee_octas: '0',
      storage_fee_refund_octas: '0',
      total_charge_gas_units: String(gasUsed),
    })
  }
}

const blockEndInfo = (version: number): Json => ({
  block_gas_limit_reached: false,
  block_output_limit_reached: false,
  block_effective_block_gas_units: 40 + (version % 7) * 13,
  block_approx_output_size: 2_100 + (version % 11) * 170,
})
