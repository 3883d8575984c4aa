import type { Transaction } from 'kysely'
import {
  balanceChanges,
  balanceKey,
  tokenKey,
  withBalanceChange,
  withTransfer,
} from '#lib/evm/chain/decode/token-state.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import type { NftBalanceRow, NftTokenRow, NftTransferRow } from '#lib/evm/chain/tables/token-tables.ts'
import type { Store } from '#lib/store/store.ts'
import { countNftOwners } from './counts/count-nft-owners.ts'
import { readBalances, readTokens, writeBalances, writeTokens } from './stored-token-states.ts'

/** Updates NFTs, balances and owner counts by these transfers, which the caller stores. */
export const addTokenStates = async (
  store: Store<EvmTables>,
  transaction: Transaction<EvmTables>,
  chain: number,
  transfers: readonly NftTransferRow[],
): Promise<void> => {
  if (!transfers.length) return
  const moves = transfers.map((transfer) => ({
    transfer,
    key: tokenKey(transfer),
    changes: balanceChanges(transfer).map((change) => ({
      change,
      key: balanceKey({ token_hash: transfer.token_hash, owner: change.owner }),
    })),
  }))
  const storedTokens = await readTokens(store, transaction, new Map(moves.map(({ key, transfer }) => [key, transfer])))
  const storedBalances = await readBalances(
    store,
    transaction,
    new Map(
      moves.flatMap(({ transfer: { chain, token_hash }, changes }) =>
        changes.map(({ key, change: { owner } }) => [key, { chain, token_hash, owner }] as const),
      ),
    ),
  )
  const tokens = new Map<string, NftTokenRow>()
  const balances = new Map<string, NftBalanceRow>()
  for (const { transfer, key, changes } of moves) {
    tokens.set(key, withTransfer(tokens.get(key) ?? storedTokens.get(key), transfer))
    for (const { change, key } of changes)
      balances.set(key, withBalanceChange(balances.get(key) ?? storedBalances.get(key), transfer, change))
  }
  await writeTokens(store, transaction, storedTokens, tokens)
  await writeBalances(store, transaction, storedBalances, balances)
  await countNftOwners(store, transaction, chain, {
    tokens: { before: [...storedTokens.values()], after: [...tokens.values()] },
    balances: { before: [...storedBalances.values()], after: [...balances.values()] },
  })
}
