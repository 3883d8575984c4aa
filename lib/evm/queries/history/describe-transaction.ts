import type {
  HistoryCategory,
  HistoryErc20Transfer,
  HistoryNftTransfer,
  NativeTransfer,
} from '#lib/evm/contract/records/wallet-history.ts'
import { valueDecimal } from '#lib/evm/queries/parts/value-decimal.ts'
import { shortDecimal } from '#lib/format/amount.ts'

export type DescribedTransaction = {
  input: string
  to_address: string | null
  to_address_label: string | null
  receipt_status: string | null
  method_label: string | null
  erc20_transfers: readonly HistoryErc20Transfer[]
  nft_transfers: readonly HistoryNftTransfer[]
  native_transfers: readonly NativeTransfer[]
  native_decimals: number
}

type Movement = { text: string; kind: 'native' | 'token' | 'nft'; other: string; isZero: boolean }

const zero = `0x${'0'.repeat(40)}`
const namedMax = 3

/** Selectors with the same meaning in every contract: WETH's `deposit()` and `withdraw(uint256)`, and ERC20's `approve`. */
const selectors = { deposit: '0xd0e30db0', withdraw: '0x2e1a7d4d', approve: '0x095ea7b3' }

/** Describes a transaction from the wallet's point of view, by the movements from and to it. */
export const describeTransaction = (
  transaction: DescribedTransaction,
): { category: HistoryCategory; summary: string } => {
  const sent = movements(transaction, 'outgoing')
  const received = movements(transaction, 'incoming')
  if (sent.length > 0 && received.length > 0) return exchange(transaction, sent, received)
  if (received.length > 0) return receipt(received)
  if (sent.length > 0) return dispatch(transaction, sent)
  return call(transaction)
}

type Described = ReturnType<typeof describeTransaction>

const exchange = ({ input }: DescribedTransaction, sent: Movement[], received: Movement[]): Described => {
  const [given, taken] = [listed(sent), listed(received)]
  const isNft = ({ kind }: Movement) => kind === 'nft'
  if (input.startsWith(selectors.withdraw)) return { category: 'withdraw', summary: `Withdrew ${taken} for ${given}` }
  if (input.startsWith(selectors.deposit)) return { category: 'deposit', summary: `Deposited ${given} for ${taken}` }
  if (received.some(isNft) && !sent.some(isNft))
    return { category: 'nft purchase', summary: `Bought ${listed(received.filter(isNft))} for ${given}` }
  if (sent.some(isNft) && !received.some(isNft))
    return { category: 'nft sale', summary: `Sold ${listed(sent.filter(isNft))} for ${taken}` }
  // Routers and other contracts in the middle keep nothing.
  if (given === taken) return { category: 'contract interaction', summary: `Passed on ${given}` }
  return { category: 'token swap', summary: `Swapped ${given} for ${taken}` }
}

const receipt = (received: Movement[]): Described => {
  if (received.every(({ isZero }) => isZero)) return { category: 'mint', summary: `Minted ${listed(received)}` }
  return {
    category: categoryOf(received, 'receive'),
    summary: `Received ${listed(received)} from ${parties(received)}`,
  }
}

const dispatch = ({ input }: DescribedTransaction, sent: Movement[]): Described => {
  if (input.startsWith(selectors.withdraw)) return { category: 'withdraw', summary: `Withdrew ${listed(sent)}` }
  if (sent.every(({ isZero }) => isZero)) return { category: 'burn', summary: `Burned ${listed(sent)}` }
  return { category: categoryOf(sent, 'send'), summary: `Sent ${listed(sent)} to ${parties(sent)}` }
}

/** Nothing moved. */
const call = (transaction: DescribedTransaction): Described => {
  const { input, to_address, to_address_label, receipt_status, method_label } = transaction
  const failed = receipt_status === '0' ? 'Failed: ' : ''
  if (to_address === null) return { category: 'contract interaction', summary: `${failed}deployed a contract` }
  const contract = to_address_label ?? short(to_address)
  if (input.startsWith(selectors.approve) && input.length === 138 && failed === '') {
    const isRevoked = BigInt(`0x${input.slice(74)}`) === 0n
    return isRevoked
      ? { category: 'revoke', summary: `Revoked an approval of ${contract}` }
      : { category: 'approve', summary: `Approved a spender of ${contract}` }
  }
  return { category: 'contract interaction', summary: `${failed}called ${method_label ?? 'a method'} of ${contract}` }
}

const categoryOf = (moved: Movement[], verb: 'send' | 'receive'): HistoryCategory => {
  if (moved.some(({ kind }) => kind === 'nft')) return `nft ${verb}`
  return moved.some(({ kind }) => kind === 'token') ? `token ${verb}` : verb
}

const movements = (
  { erc20_transfers, nft_transfers, native_transfers, native_decimals }: DescribedTransaction,
  direction: 'outgoing' | 'incoming',
): Movement[] => {
  const otherOf = (transfer: HistoryErc20Transfer | HistoryNftTransfer | NativeTransfer) => {
    const isSent = direction === 'outgoing'
    const address = (isSent ? transfer.to_address : transfer.from_address) ?? zero
    const label = isSent ? transfer.to_address_label : transfer.from_address_label
    return { other: label ?? short(address), isZero: address === zero }
  }
  const isWanted = (transfer: { direction: string }) => transfer.direction === direction
  return [
    ...netNative(native_transfers, direction, native_decimals).map(
      ({ transfer, text }): Movement => ({ ...otherOf(transfer), kind: 'native', text }),
    ),
    ...erc20_transfers.filter(isWanted).map((transfer): Movement => {
      const text = `${amountOf(transfer)} ${transfer.token_symbol ?? short(transfer.address)}`
      return { ...otherOf(transfer), kind: 'token', text }
    }),
    ...nft_transfers.filter(isWanted).map((transfer): Movement => {
      const name = `${transfer.token_name ?? short(transfer.token_address)} #${transfer.token_id}`
      const text = transfer.amount === '1' ? name : `${transfer.amount} × ${name}`
      return { ...otherOf(transfer), kind: 'nft', text }
    }),
  ]
}

/**
 * The coin that a wallet sent, or received, once what came back is taken off: swaps return what they did not use. The party
 * is that of the largest transfer.
 */
const netNative = (transfers: readonly NativeTransfer[], direction: 'outgoing' | 'incoming', decimals: number) => {
  const [same, back] = direction === 'outgoing' ? ['outgoing', 'incoming'] : ['incoming', 'outgoing']
  const sumOf = (side: string | undefined) =>
    transfers.filter((one) => one.direction === side).reduce((sum, { value }) => sum + BigInt(value), 0n)
  const net = sumOf(same) - sumOf(back)
  if (net <= 0n) return []
  const value = String(net)
  const largest = transfers
    .filter((one) => one.direction === same)
    .reduce((a, b) => (BigInt(b.value) > BigInt(a.value) ? b : a))
  const amount = amountOf({ value, value_formatted: valueDecimal(value, decimals) })
  return [{ transfer: largest, text: `${amount} ${largest.token_symbol}` }]
}

/** Shortened for a sentence; the transfers themselves have every digit. */
const amountOf = ({ value, value_formatted }: { value: string; value_formatted: string | null }): string =>
  shortDecimal(value_formatted ?? value)

const listed = (moved: readonly Movement[]): string => {
  const texts = moved.slice(0, namedMax).map(({ text }) => text)
  return moved.length > namedMax ? `${texts.join(', ')} and ${moved.length - namedMax} more` : texts.join(' and ')
}

const parties = (moved: readonly Movement[]): string => {
  const [first = '', second] = [...new Set(moved.map(({ other }) => other))]
  return second === undefined ? first : `${new Set(moved.map(({ other }) => other)).size} addresses`
}

const short = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`
