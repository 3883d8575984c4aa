import type { Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import { isServiceError } from '#lib/base/errors.ts'
import { transactionRow } from '#lib/evm/chain/decode/block-rows.ts'
import type { BlockExtras } from '#lib/evm/chain/rpc/reading/block-extras.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { TransactionRow } from '#lib/evm/chain/tables/tables.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { type FoundBlock, knownBlock, rowOf } from '#lib/evm/query/find-block.ts'
import type { EvmBlockRewards, rewardEndpoints } from './contract.ts'

const weiPerGwei = 10n ** 9n
const ether = 10n ** 18n

/** Who earned what with a block: fees and, before the Merge, rewards; and the withdrawals of validators. */
export const blockRewardsQuery =
  (context: EvmQueryContext): Service<typeof rewardEndpoints>['evmBlockRewards'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const found = await knownBlock(context, chain, input.block_number_or_hash, call?.signal)
    const row = rowOf(chain, found)
    const [extras, transactions] = await Promise.all([
      headerExtras(context, chain, row, call?.signal),
      transactionsOf(context, chain, found),
    ])
    const labelOf = labelsOn(context.known, chain.id)
    const baseFee = row.base_fee_per_gas === null ? 0n : BigInt(row.base_fee_per_gas)
    const miner = toHex(row.miner)
    const reward = chain.id === 1 ? staticReward(row.number) : null
    const uncles = extras?.uncles?.length ?? null
    return {
      block_number: String(row.number),
      block_hash: toHex(row.hash),
      fee_recipient: miner,
      fee_recipient_label: labelOf(miner),
      transaction_fees: String(sum(transactions, ({ gas_used, gas_price }) => BigInt(gas_used) * BigInt(gas_price))),
      burnt: row.base_fee_per_gas === null ? null : String(BigInt(row.gas_used) * baseFee),
      priority_fees: String(priorityFeesOf(transactions, row.base_fee_per_gas)),
      static_reward: reward === null ? null : String(reward),
      uncle_count: uncles,
      // The Yellow Paper, 11.3: one thirty-second of the reward for each uncle.
      uncle_reward: reward === null || uncles === null ? null : String((reward * BigInt(uncles)) / 32n),
      blob_gas_used: extras?.blobGasUsed == null ? null : String(extras.blobGasUsed),
      excess_blob_gas: extras?.excessBlobGas == null ? null : String(extras.excessBlobGas),
      uncles: extras?.uncles ?? null,
      header: extras ? headerRecord(extras) : null,
      withdrawals:
        extras?.withdrawals?.map(({ index, validatorIndex, address, amount }) => ({
          index: String(index),
          validator_index: String(validatorIndex),
          address,
          address_label: labelOf(address),
          amount: String(amount * weiPerGwei),
        })) ?? null,
    }
  }

const headerRecord = (extras: BlockExtras): EvmBlockRewards['header'] => ({
  extra_data: extras.extraData ?? null,
  difficulty: extras.difficulty == null ? null : String(extras.difficulty),
  nonce: extras.nonce ?? null,
  state_root: extras.stateRoot ?? null,
  transactions_root: extras.transactionsRoot ?? null,
  receipts_root: extras.receiptsRoot ?? null,
})

/** Undefined where no node has the header: the rest is known without it. */
const headerExtras = async (
  { node }: EvmQueryContext,
  chain: ServedChain,
  { number, hash }: { number: number; hash: Uint8Array },
  signal: AbortSignal | undefined,
) => {
  try {
    return await node.blockExtras?.(chain, { number, hash: toHex(hash) }, signal)
  } catch (error) {
    if (!isServiceError(error)) throw error
    return undefined
  }
}

type Paid = Pick<TransactionRow, 'gas_used' | 'gas_price'>

const transactionsOf = async ({ store }: EvmQueryContext, chain: ServedChain, found: FoundBlock): Promise<Paid[]> =>
  'fetched' in found
    ? found.fetched.transactions.map((one) => transactionRow(chain.id, found.fetched.number, one))
    : await store.db
        .selectFrom('evm_transactions')
        .select(['gas_used', 'gas_price'])
        .where('chain', '=', chain.id)
        .where('block_number', '=', found.stored.number)
        .execute()

/** What the fee recipient of a block got of the fees of its transactions. */
export const priorityFeesOf = (transactions: readonly Paid[], baseFee: string | null): bigint =>
  sum(transactions, ({ gas_used, gas_price }) => BigInt(gas_used) * positive(BigInt(gas_price) - BigInt(baseFee ?? 0)))

const sum = (transactions: readonly Paid[], of: (one: Paid) => bigint): bigint =>
  transactions.reduce((total, one) => total + of(one), 0n)

/** Of a transaction that a rollup does not charge, the price is below the base fee. */
const positive = (value: bigint): bigint => (value < 0n ? 0n : value)

/** New coins for the miner of a block of Ethereum: EIP-649, EIP-1234, and none since the Merge. */
export const staticReward = (block: number): bigint => {
  if (block === 0 || block >= 15_537_394) return 0n
  if (block >= 7_280_000) return 2n * ether
  return block >= 4_370_000 ? 3n * ether : 5n * ether
}
