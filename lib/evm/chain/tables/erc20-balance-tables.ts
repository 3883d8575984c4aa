/**
 * An ERC20 token with stored transfers. Blocks revert and arrive in any order: all columns but `first_block` and `built_to` are
 * sums over its stored transfers.
 */
export type Erc20TokenRow = {
  chain: number
  /** Of its first stored transfer. */
  first_block: number
  transfers: number
  /** Addresses with a balance above zero. */
  holders: number
  /** Addresses that sent more than they received. */
  overdrawn: number
  /** Its balances count transfers up to this block; null for all, -1 for none. */
  built_to: number | null
  token_address: Uint8Array
  /** Minted minus burned, as written by `toSortable`: the sum of all balances. */
  supply: Uint8Array
}

/** A non-zero balance, as written by `toSortable`. Never of the zero address. */
export type Erc20BalanceRow = { chain: number; token_address: Uint8Array; holder: Uint8Array; balance: Uint8Array }

export type Erc20DayRow = {
  chain: number
  /** Days since 1970, UTC. */
  day: number
  transfers: number
  /** Holders gained minus holders lost. */
  holders: number
  token_address: Uint8Array
  /** Minted minus burned, as written by `toSortable`; null for a day that was counted before this was kept. */
  supply: Uint8Array | null
}

export type Erc20BalanceTables = {
  evm_erc20_tokens: Erc20TokenRow
  evm_erc20_balances: Erc20BalanceRow
  evm_erc20_days: Erc20DayRow
}
