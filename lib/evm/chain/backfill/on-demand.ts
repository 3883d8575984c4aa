import type { Requester } from '#lib/api/endpoint.ts'
import type { HistoryRow } from '#lib/evm/chain/tables/token-tables.ts'

/** Who may start the backfill of a contract by requesting it. */
export type OnDemandPolicy = 'everyone' | 'keys' | 'off'

/** Limits on backfills started by requests. They do not apply without a requester (the worker, for CONTRACTS_<CHAIN>). */
export type OnDemand = {
  policy: OnDemandPolicy
  quota: NewContractQuota
}

/** New contracts that a requester may have indexed within an hour. */
type NewContractQuota = {
  /** Takes one; returns how many the requester has used, or undefined if none was left. */
  take(requester: Requester): Promise<number | undefined>
  /** Returns one that was not used. */
  giveBack(requester: Requester): Promise<void>
}

/** The largest contract that is indexed without being configured by the operator. */
export type ContractCeiling = {
  /** Blocks that the chain's own index does not cover. */
  blocksMax: number
  /** Transfers and approvals. */
  eventsMax: number
}

export const onDemandCeiling: ContractCeiling = { blocksMax: 30_000_000, eventsMax: 500_000 }

/** Seconds for which an address without a contract is remembered. */
export const noContractExpirySeconds = 3_600

export const isTooLarge = ({ outcome }: Pick<HistoryRow, 'outcome'>): boolean => outcome === 'too_large'

export const mayStart = (policy: OnDemandPolicy, { hasKey }: Requester): boolean =>
  policy === 'everyone' || (policy === 'keys' && hasKey)
