import {
  decimalOf,
  fieldsOf,
  jsonListOf,
  jsonTextOf,
  type MoveFields,
} from '#components/aptos/parts/values/move-json.ts'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'
import { nameServices } from '#lib/aptos/api/format/name-services.ts'
import type { AptosTransaction } from '#lib/aptos/api/records.ts'
import type { AptosBalanceChange, AptosBalanceChanges } from '#lib/aptos/transaction/contract.ts'
import { shortAmount } from '#lib/format/amount.ts'
import type { Answer } from '#lib/pages/question.ts'
import { assetObjects, type EventAsset, eventAssets } from './event-assets.ts'

/** A token that changed hands. A side is undefined if the events do not show it, e.g. an offer that holds the token. */
type NftMove = {
  id: string
  name: string
  from: string | undefined
  to: string | undefined
  isMint: boolean
  isBurn: boolean
}

/** Events read of one transaction; some hundred tokens have several each. */
const eventsMax = 5_000

/**
 * The tokens that a transaction minted, moved or burned, each once, in the order of their first event. Undefined if there are
 * too many, or if editions of one token went to several accounts.
 */
export const nftMoves = async (events: unknown, changes: unknown): Promise<NftMove[] | undefined> => {
  if (jsonListOf(events).length > eventsMax) return undefined
  const objects = assetObjects(changes)
  const owners = ownersOf(changes)
  const moves = new Map<string, NftMove>()
  for (const item of jsonListOf(events)) {
    const event = fieldsOf(item)
    const step = stepOf(event)
    if (!step) continue
    for (const { kind, id, name } of [...(await eventAssets(event, objects)), ...burnedObject(event, objects)]) {
      if (kind !== 'token') continue
      const known = moves.get(id) ?? { id, name, from: undefined, to: undefined, isMint: false, isBurn: false }
      if (step.to && known.to && step.to !== known.to && !owners.has(id)) return undefined
      moves.set(id, {
        ...known,
        from: known.from ?? (known.isMint ? undefined : step.from),
        // A token that is withdrawn has left its last receiver.
        to: owners.get(id) ?? step.to,
        isMint: known.isMint || step.isMint,
        isBurn: known.isBurn || step.isBurn,
      })
    }
  }
  return [...moves.values()].filter(({ from, to, isMint, isBurn }) =>
    isMint || isBurn ? isMint !== isBurn : from !== to,
  )
}

/** A burned digital asset is no longer among the objects that the transaction wrote. */
const burnedObject = ({ type, data }: MoveFields, objects: ReturnType<typeof assetObjects>): EventAsset[] => {
  const address = burnedType.test(jsonTextOf(type) ?? '')
    ? aptosAddress(jsonTextOf(fieldsOf(data).token) ?? '')
    : undefined
  return address && !objects.has(address) ? [{ kind: 'token', id: address.slice(2), name: '' }] : []
}

const burnedType = /^0x4::collection::Burn(Event)?$/

type Step = Pick<NftMove, 'from' | 'to' | 'isMint' | 'isBurn'>

/** What one event says of the tokens that it names; undefined for one that moves none. */
const stepOf = (event: MoveFields): Step | undefined => {
  const type = jsonTextOf(event.type) ?? ''
  const data = fieldsOf(event.data)
  const name = type.split('::').at(-1) ?? ''
  const address = (value: unknown) => aptosAddress(jsonTextOf(value) ?? '')
  const none = { from: undefined, to: undefined, isMint: false, isBurn: false }
  if (/^0x1::object::Transfer(Event)?$/.test(type)) return { ...none, from: address(data.from), to: address(data.to) }
  if (/^0x4::collection::Mint(Event)?$/.test(type)) return { ...none, isMint: true }
  if (burnedType.test(type)) return { ...none, from: address(data.previous_owner), isBurn: true }
  if (/^0x3::token::Mint(TokenEvent)?$/.test(type)) return { ...none, isMint: true }
  const account = address(data.account) ?? address(fieldsOf(event.guid).account_address)
  if (type.startsWith('0x3::token::') && /^(WithdrawEvent|TokenWithdraw)$/.test(name)) return { ...none, from: account }
  if (type.startsWith('0x3::token::') && /^(DepositEvent|TokenDeposit)$/.test(name)) return { ...none, to: account }
  if (type.startsWith('0x3::token::') && /^Burn(TokenEvent)?$/.test(name))
    return { ...none, from: account, isBurn: true }
  return undefined
}

/** The owners of objects after the transaction, by the id of a token's page. */
const ownersOf = (changes: unknown): ReadonlyMap<string, string> =>
  new Map(
    jsonListOf(changes).flatMap((item) => {
      const change = fieldsOf(item)
      const written = fieldsOf(change.data)
      const [object, owner] = [
        aptosAddress(jsonTextOf(change.address) ?? ''),
        aptosAddress(jsonTextOf(fieldsOf(written.data).owner) ?? ''),
      ]
      return written.type === '0x1::object::ObjectCore' && object && owner ? [[object.slice(2), owner] as const] : []
    }),
  )

/** A part of a sentence, which is shown with a link to its page. */
export type AptosPart =
  | { kind: 'text'; text: string }
  | { kind: 'account'; address: string }
  /** Without its sign. */
  | { kind: 'asset'; change: AptosBalanceChange }
  | { kind: 'token'; id: string; name: string }
  | { kind: 'function'; name: string }

/** What is known of a transaction's movements; undefined if they could not be read. */
export type Moves =
  | {
      changes: readonly AptosBalanceChange[]
      nfts: readonly NftMove[]
      /** The owner or asset of some movements is unknown: nobody's balance is certain. */
      isPartial?: boolean
    }
  | undefined
export type KnownMoves = NonNullable<Moves>

export const textPart = (words: string): AptosPart => ({ kind: 'text', text: words })
export const accountPart = (address: string): AptosPart => ({ kind: 'account', address })
export const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

/** The only one of some accounts, or their number. */
export const accounts = (addresses: Iterable<string>): AptosPart => {
  const all = [...new Set(addresses)]
  const [only] = all
  return all.length === 1 && only !== undefined ? accountPart(only) : textPart(plural(all.length, 'account'))
}

/** More assets than this are counted. */
const assetsMax = 3

/** Assets with their amounts and tokens, as a list: the only token by its name, several are counted. */
export const thingsPart = (changes: readonly AptosBalanceChange[], tokens: readonly NftMove[]): AptosPart[] => {
  const assets: AptosPart[] =
    changes.length > assetsMax
      ? [textPart(plural(changes.length, 'asset'))]
      : changes.map((change) => ({ kind: 'asset', change }))
  return listed([...assets, ...tokenParts(tokens)])
}

const tokenParts = (tokens: readonly NftMove[]): AptosPart[] => {
  const [first] = tokens
  if (first === undefined) return []
  return [tokens.length === 1 ? { kind: 'token', id: first.id, name: first.name } : textPart(`${tokens.length} tokens`)]
}

const listed = (parts: readonly AptosPart[]): AptosPart[] =>
  parts.flatMap((part, index) => {
    if (index === 0) return [part]
    return index === parts.length - 1 ? [textPart('and'), part] : [textPart(','), part]
  })

/** The movements of a transaction; undefined if they could not be read. */
export const aptosTransactionMoves = async (
  transaction: AptosTransaction,
  balances: Answer<AptosBalanceChanges> | undefined,
): Promise<Moves> => {
  if (!balances?.data) return undefined
  const nfts = await nftMoves(transaction.events, transaction.changes)
  return nfts && { changes: balances.data.result, nfts, isPartial: balances.data.unattributed > 0 }
}

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
