import { type RawBuilder, sql } from 'kysely'
import type { Input } from '#lib/api/endpoint.ts'
import { badParameter } from '#lib/base/errors.ts'
import { toBytes } from '#lib/evm/chain/decode/bytes.ts'
import { isAtLeast } from '#lib/evm/query/ranges/is-at-least.ts'
import { selectorsNamed } from '#lib/evm/signatures/selectors-named.ts'
import type { transactionListEndpoints } from './contract.ts'

type Asked = Pick<
  Input<(typeof transactionListEndpoints)['evmTransactions']>,
  'address' | 'direction' | 'counterparty' | 'status' | 'method' | 'min_value'
>

/**
 * What a list of transactions is filtered by, besides its wallet and blocks, in terms of the columns of `keysIn`; undefined without a
 * filter. Throws `invalid_request` for a
 * method that no known signature names, and for filters of a wallet without one.
 */
export const transactionFilter = (asked: Asked): RawBuilder<boolean> | undefined => {
  const { address, direction, counterparty, status, method, min_value } = asked
  for (const name of ['direction', 'counterparty'] as const)
    if (asked[name] !== undefined && address === undefined) throw badParameter(name, 'requires address')
  const conditions: RawBuilder<boolean>[] = []
  if (status === 'failed') conditions.push(sql`status = 0`)
  if (status === 'success') conditions.push(sql`(status is null or status = 1)`)
  if (method !== undefined) conditions.push(calls(method))
  if (min_value !== undefined) conditions.push(isAtLeast('value', min_value))
  if (address !== undefined && direction === 'out') conditions.push(sql`from_address = ${toBytes(address)}`)
  if (address !== undefined && direction === 'in') conditions.push(sql`from_address <> ${toBytes(address)}`)
  if (counterparty !== undefined) {
    const other = toBytes(counterparty)
    conditions.push(sql`(from_address = ${other} or to_address = ${other} or contract_address = ${other})`)
  }
  return conditions.length === 0 ? undefined : sql`(${sql.join(conditions, sql` and `)})`
}

const calls = (method: string): RawBuilder<boolean> => {
  // SQLite: a part of empty bytes is null.
  if (method === '0x') return sql`(selector is null or length(selector) = 0)`
  const selectors = selectorsNamed(method)
  if (selectors.length === 0)
    throw badParameter(
      'method',
      'is not a method known here: expected a selector such as 0xa9059cbb, a signature such as transfer(address,uint256), a known name, or 0x for none',
    )
  return sql`(to_address is not null and selector in (${sql.join(selectors.map(toBytes))}))`
}
