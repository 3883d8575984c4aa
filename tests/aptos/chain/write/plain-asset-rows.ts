import { createHash } from 'node:crypto'

/*
 * Coin and fungible asset rows derived from recorded transactions in another and plainer way than the index: whole transactions
 * at a time, as text, without schemas.
 */

// biome-ignore lint/suspicious/noExplicitAny: recorded JSON is read as it is, on purpose without a schema
type Fields = Record<string, any>

const long = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
const sha3 = (hex: string): string => `0x${createHash('sha3-256').update(Buffer.from(hex, 'hex')).digest('hex')}`
const bare = (address: string): string => long(address).slice(2)
const apt = '0x1::aptos_coin::AptosCoin'
const metadataOf = (coin: string): string =>
  coin === apt ? long('0xa') : sha3(`${bare('0xa')}${Buffer.from(coin).toString('hex')}fe`)
const storeOf = (owner: string, asset: string): string => sha3(`${bare(owner)}${bare(asset)}fc`)
const argumentOf = (type: string): string => type.replace(/^[^<]*</, '').replace(/>$/, '')

type Balance = {
  owner: string
  asset: string
  v1: string | null
  v2: string | null
  isPrimary: boolean
  isFrozen: boolean
}

export const plainAssetRows = (transactions: readonly Fields[]) => {
  const activities: string[] = []
  const balances = new Map<string, Balance>()
  for (const transaction of transactions) {
    const { version, type } = transaction
    const changes: Fields[] = transaction.changes ?? []
    const events: Fields[] = /^(user|block_metadata|validator|genesis)_/.test(type) ? (transaction.events ?? []) : []
    const written = changes.filter((change) => change.type === 'write_resource')
    const resourceOf = (address: string, name: string): Fields | undefined =>
      written.findLast((change) => long(change.address) === address && change.data.type === name)?.data.data
    const deletion = (store: string): Fields | undefined =>
      events.find((event) => event.type.endsWith('::FungibleStoreDeletion') && long(event.data.store) === store)?.data
    const write = (store: string, balance: Omit<Balance, 'v1' | 'v2'>, amount: Partial<Balance>): void => {
      const { v1 = null, v2 = null } = balances.get(store) ?? {}
      balances.set(store, { v1, v2, ...balance, ...amount })
    }

    if (type === 'user_transaction') {
      const refund = events.find((event) => event.type.endsWith('::FeeStatement'))?.data.storage_fee_refund_octas ?? '0'
      const fee = String(BigInt(transaction.gas_used) * BigInt(transaction.gas_unit_price))
      const owner = long(transaction.sender)
      const payer = transaction.signature?.fee_payer_address
      const line = [version, -1, owner, storeOf(owner, '0xa'), long('0xa'), fee, '0x1::aptos_coin::GasFeeEvent']
      activities.push([...line, payer ? long(payer) : null, transaction.success, refund, 'v1', null].join(' '))
    }
    for (const [index, { type: name, guid, data }] of events.entries()) {
      const kind = name.replace(/^0x1::/, '')
      const emitter = long(guid?.account_address ?? '0x0')
      const end = [null, true, '0']
      if (/^coin::(Withdraw|Deposit)Event$/.test(kind) || /^coin::Coin(Withdraw|Deposit)$/.test(kind)) {
        const owner = data.account ? long(data.account) : emitter
        const stores = written.filter((change) => change.data.type.startsWith('0x1::coin::CoinStore<'))
        const holder = stores.find(({ data: { data: store } }) =>
          [store.deposit_events, store.withdraw_events].some(
            ({ guid: { id } }) => long(id.addr) === emitter && id.creation_num === guid.creation_number,
          ),
        )
        const gone = changes.findLast(
          (change) =>
            change.type === 'delete_resource' &&
            long(change.address) === emitter &&
            change.resource.startsWith('0x1::coin::CoinStore<'),
        )
        const coin = data.coin_type ?? (holder ? argumentOf(holder.data.type) : gone && argumentOf(gone.resource))
        if (!coin) continue
        const asset = metadataOf(coin)
        activities.push(
          [version, index, owner, storeOf(owner, asset), asset, data.amount, name, ...end, 'v1', null].join(' '),
        )
      }
      if (/^fungible_asset::(Withdraw|Deposit|Frozen)(Event)?$/.test(kind)) {
        const store = data.store ? long(data.store) : emitter
        const isWritten = written.some((change) => long(change.address) === store)
        const gone = isWritten ? undefined : deletion(store)
        const owner = resourceOf(store, '0x1::object::ObjectCore')?.owner ?? gone?.owner
        const asset = resourceOf(store, '0x1::fungible_asset::FungibleStore')?.metadata.inner ?? gone?.metadata
        const line = [
          version,
          index,
          owner ? long(owner) : null,
          store,
          asset ? long(asset) : null,
          data.amount ?? null,
          name,
        ]
        const isFrozen = data.frozen === undefined ? null : Number(data.frozen)
        activities.push([...line, ...end, 'v2', isFrozen].join(' '))
      }
    }
    for (const change of changes) {
      const name: string = change.resource ?? change.data?.type ?? ''
      const address = long(change.address ?? '0x0')
      if (name.startsWith('0x1::coin::CoinStore<')) {
        const asset = metadataOf(argumentOf(name))
        const isFrozen = change.data?.data.frozen ?? false
        write(
          storeOf(address, asset),
          { owner: address, asset, isPrimary: true, isFrozen },
          { v1: change.data?.data.coin.value ?? '0' },
        )
      }
    }
    for (const address of new Set(changes.flatMap((change) => (change.address ? [long(change.address)] : [])))) {
      const store = resourceOf(address, '0x1::fungible_asset::FungibleStore')
      const owner = resourceOf(address, '0x1::object::ObjectCore')?.owner
      const gone = deletion(address)
      const isDeleted = changes.some(
        (change) => change.resource === '0x1::object::ObjectGroup' && long(change.address) === address,
      )
      if (store) {
        const [asset, holder] = [long(store.metadata.inner), long(owner ?? `0x${'f'.repeat(64)}`)]
        const concurrent = resourceOf(address, '0x1::fungible_asset::ConcurrentFungibleBalance')
        const isPrimary = storeOf(holder, asset) === address
        write(
          address,
          { owner: holder, asset, isPrimary, isFrozen: store.frozen },
          { v2: concurrent?.balance.value ?? store.balance },
        )
      } else if (gone && (owner || isDeleted))
        write(
          address,
          { owner: long(owner ?? gone.owner), asset: long(gone.metadata), isPrimary: false, isFrozen: false },
          { v2: '0' },
        )
    }
  }
  return { activities, balances }
}
