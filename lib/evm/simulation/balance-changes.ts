import type { DecodableLog } from '#lib/evm/chain/decode/token-rows.ts'
import type { CoinMove } from '#lib/evm/chain/rpc/replay/coin-moves.ts'
import type { ServedChain } from '#lib/evm/chain/served/served.ts'
import type { EvmQueryContext } from '#lib/evm/query/context.ts'
import { tokenWords } from '#lib/evm/query/token-words.ts'
import { coin, coinMove, moveOf } from '#lib/evm/summary/moves.ts'
import { netChanges } from '#lib/evm/summary/net-changes.ts'
import { movesOfLogs } from '#lib/evm/transaction/transaction-moves.ts'

const changesMax = 500

/** What accounts would gain and lose, of the native coin and of tokens; accounts in order of their first change. */
export const balanceChanges = async (
  context: EvmQueryContext,
  chain: ServedChain,
  coins: readonly CoinMove[],
  logs: readonly DecodableLog[],
  labelOf: (address: string) => string | null,
  signal: AbortSignal | undefined,
) => {
  const ofTokens = await movesOfLogs(context, chain, logs)
  const older = new Set(ofTokens.flatMap(({ standard, token_address }) => (standard === null ? token_address : [])))
  const moves = [...coins.map(({ from, to, value }) => coinMove(from, to, value)), ...ofTokens.map(moveOf)]
  const changes = netChanges(moves).flatMap(({ address, changes: own }) => own.map((one) => ({ ...one, address })))
  const shown = changes.slice(0, changesMax)
  const tokens = [...new Set(shown.flatMap(({ token }) => (token === coin ? [] : token)))]
  const words = await tokenWords(context, chain, tokens, signal)
  return {
    balance_change_count: changes.length,
    balance_changes: shown.map(({ address, standard, token, tokenId, change }) => {
      const { name = null, symbol = null, decimals = null } = words.get(token) ?? {}
      return {
        address,
        address_label: labelOf(address),
        standard: older.has(token) ? null : standard,
        token_address: token === coin ? null : token,
        token_name: name,
        token_symbol: symbol,
        token_decimals: standard === 'ERC20' ? decimals : null,
        token_id: tokenId,
        change: String(change),
      }
    }),
  }
}
