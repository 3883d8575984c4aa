import { zeroAddress } from '#lib/base/zero-address.ts'
import type { Erc20Burn, Erc20Event } from '#lib/evm/api/records/erc20.ts'
import { cutText } from '#lib/format/cut-texts.ts'

/** Without a label if the address has none. */
type Side = { address: string; label?: string }

export const sideOf = (address: string, label: string | null): Side => (label ? { address, label } : { address })

/** One row of any list of token events, with the same shape for all tokens. */
export type TransferLine = {
  /** Unique on its chain. */
  key: string
  transactionHash: string
  blockNumber: string
  /** ISO 8601, UTC. */
  timestamp: string
  kind: 'transfer' | 'mint' | 'burn' | 'approval'
  from: Side
  /** Null if it was destroyed. */
  to: Side | null
  token: { address: string; name: string | null; symbol: string | null; id: string | null; logo?: string | null }
  /** In the smallest unit; null if the token has no amounts (ERC721). */
  amount: string | null
  /** Null if the token does not report them; 0 for NFTs. */
  decimals: number | null
  isSpam: boolean
  isVerified: boolean
  /** In a list of one transaction: the log, shown instead of the transaction. */
  log?: { index: string; href: string }
}

export const transferKindOf = (from: string, to: string): 'transfer' | 'mint' | 'burn' => {
  if (from === zeroAddress) return 'mint'
  return to === zeroAddress ? 'burn' : 'transfer'
}

/** Maximum length of a token's name and symbol, which its author chooses: the token's page shows them in full. */
const nameMax = 48
const symbolMax = 16

const cutName = (name: string | null, max: number): string | null => name && cutText(name, max)

/** A token's name and symbol, for lists of one token. */
export const listedToken = ({ name, symbol }: Pick<TransferLine['token'], 'name' | 'symbol'>) => ({
  name: cutName(name, nameMax),
  symbol: cutName(symbol, symbolMax),
})

const erc20Line = (event: Erc20Burn, to: Side | null, kind: TransferLine['kind']): TransferLine => ({
  key: `${event.block_number}-${event.log_index}`,
  transactionHash: event.transaction_hash,
  blockNumber: event.block_number,
  timestamp: event.block_timestamp,
  kind,
  from: sideOf(event.from_wallet, event.from_wallet_label),
  to,
  token: {
    address: event.contract_address,
    ...listedToken({ name: event.token_name, symbol: event.token_symbol }),
    id: null,
    logo: event.token_logo,
  },
  amount: event.value,
  decimals: event.token_decimals === null ? null : Number(event.token_decimals),
  isSpam: event.possible_spam,
  isVerified: event.verified_collection,
})

const receiverOf = (event: Erc20Event): Side => sideOf(event.to_wallet, event.to_wallet_label)

export const erc20TransferLine = (event: Erc20Event): TransferLine =>
  erc20Line(event, receiverOf(event), transferKindOf(event.from_wallet, event.to_wallet))

/** `logIndex` orders two approvals in one block. */
export type ApprovalLine = TransferLine & { to: Side; logIndex: string }

export const erc20ApprovalLine = (event: Erc20Event): ApprovalLine => {
  const to = receiverOf(event)
  return { ...erc20Line(event, to, 'approval'), to, logIndex: event.log_index }
}

export const erc20BurnLine = (event: Erc20Burn): TransferLine => erc20Line(event, null, 'burn')

/** Gives each line a unique key: a reorg between two responses may put a line into both. `times` counts each key. */
export const keyedLines = (lines: readonly TransferLine[], times = new Map<string, number>()): TransferLine[] =>
  lines.map((line) => {
    const before = times.get(line.key) ?? 0
    times.set(line.key, before + 1)
    return before === 0 ? line : { ...line, key: `${line.key}-${before}` }
  })
