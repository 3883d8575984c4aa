import { fieldsOf, jsonListOf, jsonTextOf, type MoveFields } from '#components/aptos/parts/values/move-json.ts'
import { assetObjects, type EventAsset, eventAssets } from '#components/aptos/transaction/parts/event-assets.ts'
import { aptosAddress } from '#lib/aptos/api/format/aptos-address.ts'

/** A token that changed hands. A side is undefined if the events do not show it, e.g. an offer that holds the token. */
export type NftMove = {
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
