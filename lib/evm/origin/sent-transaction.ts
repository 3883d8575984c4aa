import type { Service } from '#lib/api/endpoint.ts'
import { toHex } from '#lib/base/bytes.ts'
import { ServiceError } from '#lib/base/errors.ts'
import type { Hex } from '#lib/base/hex.ts'
import { zeroAddress } from '#lib/base/zero-address.ts'
import { authorityOf } from '#lib/evm/chain/checks/rlp-bytes.ts'
import type { StoredTransaction } from '#lib/evm/chain/decode/records.ts'
import type { SentReceipt, SentWithReceipt } from '#lib/evm/chain/rpc/reading/sent-transaction.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import { labelsOn } from '#lib/evm/labels/known-addresses.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { knownTransaction } from '#lib/evm/transaction/transaction.ts'
import { accountCode, forwardsTo } from '#lib/evm/wallet/account-code.ts'
import type { EvmSentTransaction, sentEndpoints } from './contract.ts'
import { l1DepositOf } from './l1-deposit.ts'
import { rollupDepositsOf } from './rollup-deposits.ts'

/** Accounts whose code is read: a node answers each separately. */
const authoritiesMax = 20
/** Accounts to which a payment is simulated. */
const simulatedMax = 5

/** What a transaction was sent with, from the node. */
export const sentTransactionQuery =
  (context: EvmQueryContext): Service<typeof sentEndpoints>['evmSentTransaction'] =>
  async (input, call) => {
    const chain = context.served.resolve(input.chain)
    const { stored, logs } = await knownTransaction(context, chain, input.transaction_hash, { signal: call?.signal })
    const hash = toHex(stored.hash)
    const { sentTransaction: read } = context.node
    if (!read) throw new ServiceError('not_available', `This requires a node of ${chain.title}.`)
    const start = (signal: AbortSignal) => read(chain, hash, signal)
    const found = await context.stateReads.sent.read(
      `${chain.id} ${toHex(stored.block_hash)} ${hash}`,
      start,
      call?.signal,
    )
    if (!found)
      throw new ServiceError('upstream_failed', `The node of ${chain.title} does not have this transaction any more.`)
    const { sent, receipt } = found
    const place = { number: stored.block_number, hash: toHex(stored.block_hash) }
    return {
      transaction_hash: hash,
      block_number: String(stored.block_number),
      type: Number(sent.type ?? 0n),
      max_fee_per_gas: textOf(sent.maxFeePerGas),
      max_priority_fee_per_gas: textOf(sent.maxPriorityFeePerGas),
      ...feePartsOf(stored),
      access_list: (sent.accessList ?? []).map(({ address, storageKeys }) => ({ address, storage_keys: storageKeys })),
      authorizations: await authorizationsOf(context, chain, sent, { block: place, signal: call?.signal }),
      blobs: blobsOf(sent, receipt),
      l1_fee: l1FeeOf(receipt, BigInt(stored.gas_price)),
      rollup_deposits: await rollupDepositsOf(context, chain, logs, { blockHash: place.hash, signal: call?.signal }),
      l1_deposit: await l1DepositOf(context, chain, { stored, logs, sent }, call?.signal),
    }
  }

const textOf = (value: bigint | null | undefined): string | null => (value == null ? null : String(value))

/** EIP-1559. A transaction that a rollup does not charge pays less than the base fee. */
const feePartsOf = ({
  gas_used,
  gas_price,
  base_fee_per_gas,
}: StoredTransaction): Pick<EvmSentTransaction, 'burnt_fee' | 'priority_fee'> => {
  if (base_fee_per_gas === null) return { burnt_fee: null, priority_fee: null }
  const paid = BigInt(gas_used) * BigInt(gas_price)
  const burnt = BigInt(gas_used) * BigInt(base_fee_per_gas)
  return paid < burnt
    ? { burnt_fee: String(paid), priority_fee: '0' }
    : { burnt_fee: String(burnt), priority_fee: String(paid - burnt) }
}

const authorizationsOf = async (
  context: EvmQueryContext,
  chain: ServedChain,
  { authorizationList }: SentWithReceipt,
  { block, signal }: { block: { number: number; hash: Hex }; signal: AbortSignal | undefined },
): Promise<EvmSentTransaction['authorizations']> => {
  const labelOf = labelsOn(context.known, chain.id)
  const signed = (authorizationList ?? []).map((one) => ({ ...one, authority: authorityOf(one) ?? null }))
  const authorities = new Set(signed.flatMap(({ authority }) => authority ?? []))
  const delegates = await delegatesAfter(context, chain, [...authorities].slice(0, authoritiesMax), { block, signal })
  const inForce = [...authorities].filter((one) => delegates.get(one)).slice(0, simulatedMax)
  const forwards = await forwardsAfter(context, chain, inForce, { block, signal })
  return signed.map(({ authority, address, chainId, nonce }) => {
    const delegate = address === zeroAddress ? null : address
    const after = authority === null ? undefined : delegates.get(authority)
    return {
      authority,
      authority_label: authority && labelOf(authority),
      delegate,
      delegate_label: delegate && labelOf(delegate),
      chain_id: String(chainId),
      nonce: String(nonce),
      is_for_chain: chainId === 0n || chainId === BigInt(chain.id),
      is_in_force: after === undefined ? null : after === delegate,
      forwards_to: (delegate !== null && after === delegate && authority && forwards.get(authority)) || null,
    }
  })
}

/** Of accounts whose code a node has: the address that each delegates to, null without a delegation. */
const delegatesAfter = async (
  context: EvmQueryContext,
  chain: ServedChain,
  authorities: readonly string[],
  { block, signal }: { block: { number: number; hash: Hex }; signal: AbortSignal | undefined },
): Promise<ReadonlyMap<string, string | null>> => {
  const read = await Promise.allSettled(
    authorities.map(async (address) => {
      const { delegate } = await accountCode(context, chain, address, { block, signal })
      return [address, delegate] as const
    }),
  )
  signal?.throwIfAborted()
  return new Map(read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
}

/** Forwarding address of accounts that sweep everything they receive. */
const forwardsAfter = async (
  context: EvmQueryContext,
  chain: ServedChain,
  authorities: readonly string[],
  { block, signal }: { block: { number: number; hash: Hex }; signal: AbortSignal | undefined },
): Promise<ReadonlyMap<string, Hex | undefined>> =>
  new Map(
    await Promise.all(
      authorities.map(
        async (address) => [address, await forwardsTo(context, chain, address, { block, signal })] as const,
      ),
    ),
  )

const blobsOf = ({ blobVersionedHashes, maxFeePerBlobGas }: SentWithReceipt, receipt: SentReceipt) => {
  if (!blobVersionedHashes?.length) return null
  const { blobGasUsed, blobGasPrice } = receipt
  return {
    versioned_hashes: blobVersionedHashes,
    max_fee_per_gas: textOf(maxFeePerBlobGas),
    gas_used: textOf(blobGasUsed),
    gas_price: textOf(blobGasPrice),
    fee: blobGasUsed == null || blobGasPrice == null ? null : String(blobGasUsed * blobGasPrice),
  }
}

/** The OP stack's specification, "L1 cost fees"; Arbitrum's documentation, "Gas and fees". */
const l1FeeOf = (receipt: SentReceipt, gasPrice: bigint): EvmSentTransaction['l1_fee'] => {
  const { l1Fee, l1GasUsed, l1GasPrice, l1BlobBaseFee, gasUsedForL1 } = receipt
  if (l1Fee != null)
    return {
      fee: String(l1Fee),
      is_in_gas: false,
      gas_used: textOf(l1GasUsed),
      gas_price: textOf(l1GasPrice),
      blob_gas_price: textOf(l1BlobBaseFee),
    }
  if (gasUsedForL1 == null) return null
  return {
    fee: String(gasUsedForL1 * gasPrice),
    is_in_gas: true,
    gas_used: String(gasUsedForL1),
    gas_price: null,
    blob_gas_price: null,
  }
}
