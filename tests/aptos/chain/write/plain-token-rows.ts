import { createHash } from 'node:crypto'

/*
 * Token rows of recorded transactions as Aptos Labs' `token_v2_processor` derives them: transaction by transaction, as text,
 * without schemas, and with its own oddities. The comparison names those in which the index differs on purpose.
 */

// biome-ignore lint/suspicious/noExplicitAny: recorded JSON is read as it is, on purpose without a schema
type Fields = Record<string, any>

const long = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
const sha = (text: string): string => `0x${createHash('sha256').update(text).digest('hex')}`
const cut = (text: string, bytes: number): string => Buffer.from(text).subarray(0, bytes).toString()
const tokenOf = (id: Fields): string => sha(`${long(id.creator)}::${id.collection}::${id.name}`)
const collectionOf = (creator: string, name: string): string => sha(`${long(creator)}::${name}`)

/** The processor's owner of an object that it knows nothing of. */
export const burnAddress = long('0x0')

export type PlainTokens = {
  /** `version index type token edition from to amount` */
  activities: string[]
  /** `token edition owner` → `amount at version` */
  ownerships: Map<string, string>
  /** `collection name uri standard` by token; a burned one has neither name nor uri. */
  tokens: Map<string, string>
  /** `creator name uri standard` by collection. */
  collections: Map<string, string>
}

const isV1 = /^0x3::token(_transfers)?::/
const isV2 = /^0x4::(collection::(Mint|Burn)|token::Mutation)(Event)?$|^0x1::object::Transfer(Event)?$/

export const plainTokenRows = (transactions: readonly Fields[]): PlainTokens => {
  const plain: PlainTokens = { activities: [], ownerships: new Map(), tokens: new Map(), collections: new Map() }
  const tables = new Map<string, { owner: string; type: string }>()
  const owners = new Map<string, string>()
  for (const { changes = [] } of transactions)
    for (const { type, address, data } of changes) {
      if (type !== 'write_resource') continue
      const { tokens, collection_data, pending_claims } = data.data
      const handle = {
        '0x3::token::TokenStore': tokens?.handle,
        '0x3::token::Collections': collection_data?.handle,
        '0x3::token_transfers::PendingClaims': pending_claims?.handle,
      }[String(data.type)]
      if (handle) tables.set(long(handle), { owner: long(address), type: data.type })
    }

  for (const { type, version, sender, events, changes } of transactions) {
    if (type !== 'user_transaction') continue
    const objects = new Map<string, Map<string, Fields>>()
    for (const change of changes) {
      if (change.type !== 'write_resource') continue
      const object = objects.get(long(change.address)) ?? new Map()
      objects.set(long(change.address), object.set(change.data.type, change.data.data))
    }
    const ownerOf = (address: string): string | undefined => {
      const owner = objects.get(address)?.get('0x1::object::ObjectCore')?.owner
      return owner && long(owner)
    }

    const burned = new Map<string, { owner: string | undefined; collection: string }>()
    const moves: { object: string; from: string; to: string }[] = []
    const moved = new Map<string, { to?: string; from?: string }>()
    for (const [index, event] of (events as Fields[]).entries()) {
      const { type: name, data, guid } = event
      const kind = String(name).split('::')[2] ?? ''
      const account = long(guid.account_address)
      const push = (...row: (string | null)[]) => plain.activities.push([version, index, ...row].join(' '))
      if (isV1.test(name)) {
        const by = long(data.account ?? data.creator ?? account)
        const id = data.new_id ?? data.token_id ?? data.id
        const [token, edition] = [id && tokenOf(id.token_data_id ?? id), id?.property_version ?? '0']
        if (/^Mint(TokenEvent)?$/.test(kind)) push(name, token, '0', by, null, data.amount)
        if (/^Mutate(TokenPropertyMapEvent|PropertyMap)$/.test(kind)) push(name, token, edition, by, null, '0')
        if (/^(BurnTokenEvent|Burn|WithdrawEvent|TokenWithdraw)$/.test(kind))
          push(name, token, edition, by, null, data.amount)
        if (/^(DepositEvent|TokenDeposit)$/.test(kind)) push(name, token, edition, null, by, data.amount)
        if (/^(Token)?(Offer|CancelOffer|Claim)(Event)?$/.test(kind))
          push(name, token, edition, by, long(data.to_address), data.amount)
        if (kind === 'TokenDeposit') moved.set(token, { ...moved.get(token), to: by })
        if (kind === 'TokenWithdraw') moved.set(token, { from: by, ...moved.get(token) })
      }
      if (!isV2.test(name)) continue
      const token = long(data.token ?? data.object ?? account)
      const previous = kind === 'Burn' ? long(data.previous_owner) : undefined
      if (kind.startsWith('Burn')) burned.set(token, { owner: previous, collection: long(data.collection ?? account) })
      if (!objects.has(token)) {
        push(name, token, '0', previous ?? null, null, '1')
        continue
      }
      if (kind.startsWith('Transfer')) {
        moves.push({ object: token, from: long(data.from), to: long(data.to) })
        push(name, token, '0', long(data.from), long(data.to), '1')
      } else if (kind === 'MutationEvent') push(name, token, '0', long(sender), null, '0')
      else if (kind === 'Mutation') push(name, token, '0', data.token_address, null, '0')
      else push(name, token, '0', ownerOf(token) ?? burnAddress, null, '1')
    }

    const held = (token: string, edition: string, owner: string, amount: string) =>
      plain.ownerships.set([token, edition, owner].join(' '), `${amount} at ${version}`)
    const gone: [string, string][] = []
    for (const change of changes as Fields[]) {
      const { data, handle } = change
      if (/table_item$/.test(change.type)) {
        const store = tables.get(long(handle))
        const isStore = store?.type === '0x3::token::TokenStore'
        if (data?.key_type === '0x3::token::TokenId') {
          const isWritten = change.type === 'write_table_item'
          if (isWritten && data.value_type !== '0x3::token::Token') continue
          const id = isWritten ? data.value.id : data.key
          const token = tokenOf(id.token_data_id)
          const owner = isStore ? store.owner : moved.get(token)?.[isWritten ? 'to' : 'from']
          if (owner) held(token, id.property_version, owner, isWritten ? data.value.amount : '0')
        }
        if (data?.value_type === '0x3::token::TokenData' && data.key_type === '0x3::token::TokenDataId') {
          const { creator, collection, name } = data.key
          const row = [collectionOf(creator, collection), cut(name, 128), cut(data.value.uri, 512), 'v1']
          plain.tokens.set(tokenOf(data.key), row.join(' '))
        }
        if (data?.value_type === '0x3::token::CollectionData' && store) {
          const { name, uri } = data.value
          const row = [store.owner, cut(name, 128), cut(uri, 512), 'v1']
          plain.collections.set(collectionOf(store.owner, name), row.join(' '))
        }
      }
      const at = change.address && long(change.address)
      if (change.type === 'write_resource' && data.type === '0x4::collection::Collection') {
        const { creator, name, uri } = data.data
        plain.collections.set(at, [long(creator), cut(name, 128), cut(uri, 512), 'v2'].join(' '))
      }
      if (change.type === 'write_resource' && data.type === '0x4::token::Token') {
        const name = objects.get(at)?.get('0x4::token::TokenIdentifiers')?.name.value ?? data.data.name
        const row = [long(data.data.collection.inner), cut(name, 128), cut(data.data.uri, 512), 'v2']
        plain.tokens.set(at, row.join(' '))
        const owner = ownerOf(at) ?? burnAddress
        held(at, '0', owner, '1')
        owners.set(at, owner)
        for (const { object, from, to } of moves) if (object === at && from !== to) held(at, '0', from, '0')
      }
      const burn = /_resource$/.test(change.type) && burned.get(at)
      if (burn) {
        plain.tokens.set(at, [burn.collection, '', '', 'v2'].join(' '))
        const isCore = change.type === 'write_resource' && data.type === '0x1::object::ObjectCore'
        const owner = isCore ? long(data.data.owner) : (burn.owner ?? owners.get(at) ?? 'unknown')
        owners.set(at, owner)
        gone.push([at, owner])
      }
    }
    for (const [token, owner] of gone) held(token, '0', owner, '0')
  }
  return plain
}
