import type { Transaction } from 'kysely'
import { balanceChanges, balanceKey, tokenKey, withBalanceChange, withTransfer } from '#lib/evm/decode/token-state.ts'
import type { EvmTables } from '#lib/evm/tables.ts'
import type { NftBalanceRow, NftTokenRow, NftTransferRow } from '#lib/evm/token-tables.ts'
import type { Store } from '#lib/store/store.ts'
import { readBalances, readTokens, writeBalances, writeTokens } from './stored-token-states.ts'

/** Brings NFTs and balances to where these transfers, stored by the caller, leave them. */
export const addTokenStates = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  transfers: readonly NftTransferRow[],
): Promise<void> => {
  if (!transfers.length) return
  const tokens = new Map<string, NftTokenRow>()
  const balances = new Map<string, NftBalanceRow>()
  const storedTokens = await readTokens(store, transaction, transfers)
  const storedBalances = await readBalances(
    store,
    transaction,
    transfers.flatMap((transfer) => balanceChanges(transfer).map(({ owner }) => ({ ...transfer, owner }))),
  )
  for (const transfer of transfers) {
    const key = tokenKey(transfer)
    tokens.set(key, withTransfer(tokens.get(key) ?? storedTokens.get(key), transfer))
    for (const change of balanceChanges(transfer)) {
      const of = balanceKey({ token_hash: transfer.token_hash, owner: change.owner })
      balances.set(of, withBalanceChange(balances.get(of) ?? storedBalances.get(of), transfer, change))
    }
  }
  await writeTokens(store, transaction, storedTokens, tokens)
  await writeBalances(store, transaction, storedBalances, balances)
}
