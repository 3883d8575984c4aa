import { zeroAddress } from '#lib/base/zero-address.ts'
import type {
  HistoryCategory,
  HistoryErc20Transfer,
  HistoryNftTransfer,
  NativeTransfer,
} from '#lib/evm/api/records/wallet-history.ts'
import { type Account, deedsOf } from '#lib/evm/summary/deeds.ts'
import {
  type Clause,
  coin,
  coinMove,
  type Move,
  proofOf,
  type SummarisedTransaction,
  things,
} from '#lib/evm/summary/moves.ts'
import { clausesText, type Names } from '#lib/evm/summary/sentence-text.ts'

export type DescribedTransaction = Pick<
  SummarisedTransaction,
  'from_address' | 'to_address' | 'value' | 'input' | 'receipt_status' | 'receipt_contract_address'
> & {
  from_address_label: string | null
  to_address_label: string | null
  method_label: string | null
  erc20_transfers: readonly HistoryErc20Transfer[]
  nft_transfers: readonly HistoryNftTransfer[]
  native_transfers: readonly NativeTransfer[]
}

type Seen = {
  wallet: string
  coin: { symbol: string; decimals: number }
  /** Whether all coin that contracts moved is among the native transfers. */
  isCoinTraced: boolean
  isWrapped: (token: `0x${string}`) => boolean
}

/** ERC20's `approve`. */
const approveSelector = '0x095ea7b3'

type Described = { category: HistoryCategory; summary: string }

/** Describes a transaction from the wallet's point of view, by what it lost and gained. */
export const describeTransaction = (transaction: DescribedTransaction, seen: Seen): Described => {
  const { method_label, erc20_transfers, nft_transfers, native_transfers } = transaction
  const all = movesOf(transaction, seen)
  const moves = all.filter(({ amount, from, to }) => amount > 0n && from !== to)
  const account: Account = { moves, isCoinTraced: seen.isCoinTraced }
  const call =
    method_label === null ? {} : { decoded_call: { label: method_label, signature: '', type: '', params: [] } }
  const clauses = deedsOf(seen.wallet, { ...transaction, ...call, logs: [] } as SummarisedTransaction, account)
  const written = { coin: seen.coin, names: namesOf(transaction), short }
  const [first] = clauses
  if (first)
    return { category: categoryOf(first, moves, seen.wallet), summary: capitalised(clausesText(clauses, written)) }
  if (moves.length > 0) {
    const passed = moves.filter(({ from }) => from === seen.wallet)
    const parts = things(
      passed.map(({ token, standard, tokenId, amount }) => ({ token, standard, tokenId, change: amount })),
    )
    const clause: Clause = { verb: 'forwarded', proof: proofOf(passed), parts }
    return { category: 'contract interaction', summary: capitalised(clausesText([clause], written)) }
  }
  return all.length > 0 && erc20_transfers.length + nft_transfers.length + native_transfers.length > 0
    ? nothingMoved(transaction, all, seen.wallet)
    : calledOnly(transaction)
}

const movesOf = (
  { erc20_transfers, nft_transfers, native_transfers }: DescribedTransaction,
  { isWrapped }: Seen,
): Move[] => [
  ...native_transfers.map(({ from_address, to_address, value }) =>
    coinMove(from_address, to_address ?? zeroAddress, BigInt(value)),
  ),
  ...erc20_transfers.map(({ address, from_address, to_address, value, log_index }): Move => {
    const to = to_address ?? zeroAddress
    const isMintOrBurn = from_address === zeroAddress || to === zeroAddress
    return {
      ...{ standard: 'ERC20', token: address, from: from_address, to, tokenId: null, amount: BigInt(value) },
      ...{ logIndex: String(log_index), isWrapping: isMintOrBurn && isWrapped(address as `0x${string}`) },
    }
  }),
  ...nft_transfers.map(
    ({ token_address, token_id, from_address, to_address, amount, contract_type, log_index }): Move => ({
      standard: contract_type === 'ERC1155' ? 'ERC1155' : 'ERC721',
      ...{ token: token_address, from: from_address, to: to_address ?? zeroAddress, tokenId: token_id },
      ...{ amount: BigInt(amount), logIndex: String(log_index), isWrapping: false },
    }),
  ),
]

const namesOf = (transaction: DescribedTransaction): Names => {
  const { erc20_transfers, nft_transfers, native_transfers } = transaction
  const sides = [transaction, ...native_transfers, ...erc20_transfers, ...nft_transfers].flatMap((one) => [
    [one.from_address, one.from_address_label] as const,
    [one.to_address, one.to_address_label] as const,
  ])
  return {
    tokens: new Map([
      ...nft_transfers.map(
        ({ token_address, token_name, token_symbol }) =>
          [token_address, { name: token_name, symbol: token_symbol, decimals: null }] as const,
      ),
      ...erc20_transfers.map(
        ({ address, token_name, token_symbol, token_decimals }) =>
          [
            address,
            {
              name: token_name,
              symbol: token_symbol,
              decimals: token_decimals === null ? null : Number(token_decimals),
            },
          ] as const,
      ),
    ]),
    labels: new Map(sides.flatMap(([address, label]) => (address && label ? [[address, label] as const] : []))),
  }
}

const categoryOf = ({ verb }: Clause, moves: readonly Move[], wallet: string): HistoryCategory => {
  const own = moves.filter(({ from, to }) => from === wallet || to === wallet)
  const kind = own.some(({ tokenId }) => tokenId !== null)
    ? 'nft'
    : own.some(({ token }) => token !== coin)
      ? 'token'
      : ''
  const isIncoming = own.every(({ to }) => to === wallet)
  switch (verb) {
    case 'swapped':
    case 'traded':
      return 'token swap'
    case 'bought':
      return 'nft purchase'
    case 'sold':
      return 'nft sale'
    case 'minted':
      return kind === 'nft' && !isIncoming ? 'nft purchase' : 'mint'
    case 'burned':
      return 'burn'
    case 'wrapped':
    case 'deposited':
    case 'staked':
    case 'added':
      return 'deposit'
    case 'unwrapped':
    case 'redeemed':
    case 'withdrew':
    case 'removed':
      return 'withdraw'
    default:
      return transferCategory(kind, gettingVerbs.has(verb) ? 'receive' : 'send')
  }
}

const gettingVerbs = new Set(['received', 'claimed', 'collected', 'borrowed'])

const transferCategory = (kind: 'nft' | 'token' | '', direction: 'send' | 'receive'): HistoryCategory =>
  kind === '' ? direction : `${kind} ${direction}`

/** Transfers of nothing, which anyone can make in the name of a wallet. */
const nothingMoved = (transaction: DescribedTransaction, moves: readonly Move[], wallet: string): Described => {
  const [first] = moves
  if (!first) return calledOnly(transaction)
  const isSent = first.from === wallet
  const { token, standard, tokenId } = first
  const other = isSent ? first.to : first.from
  const [verb, preposition] = isSent ? ['sent', 'to'] : ['received', 'from']
  const parts: Clause['parts'] = [
    ...things([{ token, standard, tokenId, change: 0n }]),
    { kind: 'text', text: preposition },
    { kind: 'address', address: other },
  ]
  const kind = tokenId === null ? (token === coin ? '' : 'token') : 'nft'
  const written = { coin: { symbol: '', decimals: 0 }, names: namesOf(transaction), short }
  return {
    category: transferCategory(kind, isSent ? 'send' : 'receive'),
    summary: capitalised(clausesText([{ verb, proof: { kind: 'call' }, parts }], written)),
  }
}

const calledOnly = (transaction: DescribedTransaction): Described => {
  const { input, to_address, to_address_label, receipt_status, method_label } = transaction
  const failed = receipt_status === '0' ? 'Failed: ' : ''
  if (to_address === null) return { category: 'contract interaction', summary: `${failed}deployed a contract` }
  const contract = to_address_label ?? short(to_address)
  if (input.startsWith(approveSelector) && input.length === 138 && failed === '') {
    const isRevoked = BigInt(`0x${input.slice(74)}`) === 0n
    return isRevoked
      ? { category: 'revoke', summary: `Revoked an approval of ${contract}` }
      : { category: 'approve', summary: `Approved a spender of ${contract}` }
  }
  return { category: 'contract interaction', summary: `${failed}called ${method_label ?? 'a method'} of ${contract}` }
}

const capitalised = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

const short = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`
