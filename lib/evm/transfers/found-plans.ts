import { type RawBuilder, sql } from 'kysely'
import { toBytes } from '#lib/base/bytes.ts'
import { badParameter } from '#lib/base/errors.ts'
import { tokenHash } from '#lib/evm/chain/decode/token-hash.ts'
import {
  type AddressFilters,
  hasOneOf,
  noneOf,
  plansOf,
  type RangeCondition,
  type RangePlan,
  without,
} from '#lib/evm/query/merged-ranges.ts'

export type FoundFilters = AddressFilters & {
  direction?: 'in' | 'out'
  counterparty?: string
  token_id?: string
}

const sides = ['from_address', 'to_address'] as const

/** The only value of a list filter. @throws invalid_request naming `parameter`, which needs one */
export const onlyOf = (parameter: string, list: keyof AddressFilters, given: readonly string[] | undefined): string => {
  const [only, ...others] = given ?? []
  if (only === undefined || others.length > 0) {
    const noun = list.includes('wallet') ? 'wallet' : 'token'
    throw badParameter(parameter, `requires one ${noun}: exactly one address in ${list}`)
  }
  return only
}

/**
 * Every way to read the transfers that pass the filters, and `further` conditions on `t`. Empty if nothing can match.
 *
 * @throws invalid_request for a filter that lacks the one it depends on
 */
export const foundPlans = (asked: FoundFilters, further: readonly RawBuilder<boolean>[]): RangePlan[] => {
  const { contract_addresses, exclude_contracts = [], wallet_addresses, exclude_wallets = [], token_id } = asked
  const walletSides = walletSidesOf(asked)
  const contracts = without(contract_addresses, exclude_contracts)
  const wallets = without(wallet_addresses, exclude_wallets)
  if (contracts?.length === 0 || wallets?.length === 0) return []
  const conditions: RangeCondition[] = []
  if (token_id !== undefined) {
    const contract = onlyOf('token_id', 'contract_addresses', contract_addresses)
    conditions.push(isToken(tokenHash(toBytes(contract), token_id)))
  } else if (contracts) conditions.push(hasOneOf(['token_address'], contracts))
  if (wallets) conditions.push(hasOneOf(walletSides.wallet, wallets))
  if (asked.counterparty !== undefined) conditions.push(hasOneOf(walletSides.other, [toBytes(asked.counterparty)]))
  const exclusions = [
    ...(contracts ? [] : noneOf(['token_address'], exclude_contracts)),
    ...noneOf(sides, exclude_wallets),
  ]
  return plansOf(conditions, [...exclusions, ...further])
}

type Sides = { wallet: readonly (typeof sides)[number][]; other: readonly (typeof sides)[number][] }

/** The columns that contain the wallet, and those that contain the other address. */
const walletSidesOf = ({ direction, counterparty, wallet_addresses }: FoundFilters): Sides => {
  const wallet = direction && onlyOf('direction', 'wallet_addresses', wallet_addresses)
  const isOwn =
    counterparty !== undefined && counterparty === onlyOf('counterparty', 'wallet_addresses', wallet_addresses)
  if (direction === 'in') return { wallet: ['to_address'], other: ['from_address'] }
  // What a wallet sent to itself has it on both sides.
  if (wallet !== undefined || isOwn) return { wallet: ['from_address'], other: ['to_address'] }
  return { wallet: sides, other: sides }
}

const isToken = (hash: Uint8Array): RangeCondition => ({
  ranges: [{ column: 'token_hash', address: hash }],
  filter: sql<boolean>`case when t.token_hash = ${hash} then 1 else 0 end = 1`,
})
