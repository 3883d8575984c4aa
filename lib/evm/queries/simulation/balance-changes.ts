import { toHex } from '#lib/evm/decode/bytes.ts'
import { decodeTokens } from '#lib/evm/decode/decode-tokens.ts'
import type { DecodableLog } from '#lib/evm/decode/token-rows.ts'
import type { EvmQueryContext } from '#lib/evm/queries/parts/context.ts'
import { tokenMetadata } from '#lib/evm/queries/parts/token-metadata.ts'
import { kindsOf } from '#lib/evm/queries/transaction/transaction-moves.ts'
import type { CoinMove } from '#lib/evm/replay/coin-moves.ts'
import type { ServedChain } from '#lib/evm/served.ts'

const changesMax = 500
const zeroAddress = `0x${'0'.repeat(40)}`

type Change = {
  address: string
  /** Null for NFTs older than the standards. */
  standard: 'native' | 'ERC20' | 'ERC721' | 'ERC1155' | null
  token: string | null
  tokenId: string | null
  change: bigint
}

const standards = { 0: null, 721: 'ERC721', 1155: 'ERC1155' } as const

/** What accounts would gain and lose, of the native coin and of tokens; accounts in order of their first change. */
export const balanceChanges = async (
  context: EvmQueryContext,
  chain: ServedChain,
  moves: readonly CoinMove[],
  logs: readonly DecodableLog[],
  labelOf: (address: string) => string | null,
) => {
  const contracts = [...new Set(logs.map(({ address }) => address))]
  const kinds = await kindsOf(context.store.db, chain.id, contracts)
  const { erc20Transfers, nftTransfers } = decodeTokens(chain.id, logs, (address) => kinds.get(address))
  const sums = new Map<string, Change>()
  const add = (address: string, moved: Omit<Change, 'address'>): void => {
    // Tokens that are minted or burnt are nobody's before or after.
    if (address === zeroAddress && moved.token !== null) return
    const key = `${address} ${moved.token} ${moved.tokenId}`
    const known = sums.get(key)
    sums.set(key, { ...moved, address, change: (known?.change ?? 0n) + moved.change })
  }
  const move = (from: string, to: string, amount: bigint, of: Pick<Change, 'standard' | 'token' | 'tokenId'>): void => {
    add(from, { ...of, change: -amount })
    add(to, { ...of, change: amount })
  }
  for (const { from, to, value } of moves) move(from, to, value, { standard: 'native', token: null, tokenId: null })
  for (const { from_address, to_address, token_address, value } of erc20Transfers)
    move(toHex(from_address), toHex(to_address), BigInt(value), {
      standard: 'ERC20',
      token: toHex(token_address),
      tokenId: null,
    })
  for (const { from_address, to_address, token_address, token_id, amount, standard } of nftTransfers)
    move(toHex(from_address), toHex(to_address), BigInt(amount), {
      standard: standards[standard],
      token: toHex(token_address),
      tokenId: token_id,
    })
  const changes = [...sums.values()].filter(({ change }) => change !== 0n)
  const order = [...new Set(changes.map(({ address }) => address))]
  const places = new Map(order.map((address, place) => [address, place]))
  const placeOf = ({ address }: Change) => places.get(address) ?? 0
  const shown = changes.sort((a, b) => placeOf(a) - placeOf(b)).slice(0, changesMax)
  const tokens = [...new Set(shown.flatMap(({ token }) => token ?? []))]
  const metadata = await tokenMetadata(context.store.db, chain.id, tokens)
  return {
    balance_change_count: changes.length,
    balance_changes: shown.map(({ address, standard, token, tokenId, change }) => {
      const { name = null, symbol = null, decimals = null } = (token && metadata.get(token)) || {}
      return {
        address,
        address_label: labelOf(address),
        standard,
        token_address: token,
        token_name: name,
        token_symbol: symbol,
        token_decimals: standard === 'ERC20' ? decimals : null,
        token_id: tokenId,
        change: String(change),
      }
    }),
  }
}
