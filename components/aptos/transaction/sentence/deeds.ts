import {
  decimalOf,
  fieldsOf,
  jsonListOf,
  jsonTextOf,
  type MoveFields,
} from '#components/aptos/parts/values/move-json.ts'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { nameServices } from '#lib/aptos/api/format/name-services.ts'
import { shortAmount } from '#lib/format/amount.ts'
import { type AptosPart, accountPart, plural, textPart } from './parts.ts'

/* What a transaction did, by events of the framework and of the name service that no movement shows. */

const aptDecimals = 8

/** The names that a transaction registered, by the events of the Aptos Names Service in both of its versions. */
export const registeredNames = (events: unknown): string[] =>
  jsonListOf(events).flatMap((item) => {
    const { type, data } = fieldsOf(item)
    const [at = '', module = '', struct = ''] = (jsonTextOf(type) ?? '').split('::')
    const isService = [...nameServices.values()].includes(aptosAddress(at) ?? '')
    if (!isService || !/^(v2_1_)?domains$/.test(module) || !/^RegisterNameEvent(V1)?$/.test(struct)) return []
    const { domain_name, subdomain_name } = fieldsOf(data)
    const above = jsonListOf(fieldsOf(subdomain_name).vec).flatMap((part) => jsonTextOf(part) ?? [])
    return [`${[...above, jsonTextOf(domain_name) ?? ''].join('.')}.apt`]
  })

export const namesPart = (names: readonly string[]): AptosPart =>
  textPart(names.length === 1 ? (names[0] ?? '') : plural(names.length, 'name'))

/** The types of the coins for which a store was opened. */
export const registeredCoins = (events: unknown): string[] =>
  jsonListOf(events).flatMap((item) => {
    const event = fieldsOf(item)
    if (event.type !== '0x1::account::CoinRegisterEvent') return []
    const { module_name, struct_name } = fieldsOf(fieldsOf(event.data).type_info)
    const [module, struct] = [module_name, struct_name].map((name) => utf8Of(jsonTextOf(name) ?? ''))
    return module && struct ? [`${module}::${struct.split('<')[0]}`] : []
  })

const utf8Of = (hex: string): string | undefined => {
  const digits = /^0x((?:[0-9a-f]{2}){1,1000})$/i.exec(hex)?.[1]
  if (digits === undefined) return undefined
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return new TextDecoder().decode(bytes)
}

export type Staking = { deed: 'add' | 'withdraw' | 'unlock' | 'reactivate'; pool: string; amount: string }

const stakeEvents: Record<string, readonly [Staking['deed'], amount: string]> = {
  AddStake: ['add', 'amount_added'],
  WithdrawStake: ['withdraw', 'amount_withdrawn'],
  UnlockStake: ['unlock', 'amount_unlocked'],
  ReactivateStake: ['reactivate', 'amount_reactivated'],
}

/** What a transaction did with the stake of a pool: of the sender's delegation, or else of the pool itself. */
export const stakings = (sender: string, events: unknown): Staking[] => {
  const found = jsonListOf(events).flatMap((item) => stakingOf(sender, fieldsOf(item)))
  const delegated = found.filter(({ isDelegated }) => isDelegated)
  return delegated.length > 0 ? delegated : found
}

const stakingOf = (sender: string, event: MoveFields): (Staking & { isDelegated: boolean })[] => {
  const [, module = '', name = ''] =
    /^0x1::(stake|delegation_pool)::(\w{1,60}?)(?:Event)?$/.exec(jsonTextOf(event.type) ?? '') ?? []
  const [deed, field] = Object.hasOwn(stakeEvents, name) ? (stakeEvents[name] ?? []) : []
  const data = fieldsOf(event.data)
  const pool = aptosAddress(jsonTextOf(data.pool_address) ?? '')
  const amount = field && decimalOf(data[field])
  const isDelegated = module === 'delegation_pool'
  if (!deed || !pool || !amount || amount === '0') return []
  if (isDelegated && aptosAddress(jsonTextOf(data.delegator_address) ?? '') !== sender) return []
  return [{ deed, pool, amount, isDelegated }]
}

/** A change of a stake that moved nothing. */
export const stakingParts = (all: readonly Staking[]): AptosPart[] | undefined => {
  const { deed, pool, amount } = all.find((one) => one.deed === 'unlock' || one.deed === 'reactivate') ?? {}
  if (!deed || !pool || !amount) return undefined
  const verb = deed === 'unlock' ? 'unlocked' : 'reactivated'
  return [textPart(`${verb} ${shortAmount(amount, aptDecimals)} APT of its stake in the pool`), accountPart(pool)]
}
