import { createHash } from 'node:crypto'
import { shortAddress } from '#lib/demo/aptos/recorded-ledger.ts'
import { Account } from '#tests/demo-recorder/aptos/account.ts'
import { type Era, type Property, type TokenId, TokenV1 } from '#tests/demo-recorder/aptos/token-v1.ts'
import { type Json, WriteSet } from '#tests/demo-recorder/aptos/write-set.ts'
import { type Chance, createChance } from '#tests/indexing/random.ts'

/** Who holds how much of what: `owner creator collection name version` → amount. */
export type Holdings = Map<string, string>

export type ChanceLedger = {
  transactions: Json[]
  /** What the ledger's own books say at its end. */
  holdings: Holdings
  /** Holdings that the transaction of this version changed. */
  touched: Set<string>[]
  /** Each event of a token: `version event type`. */
  events: string[]
  /** `address type` → fields, as the newest ledger has them. */
  resources: Map<string, unknown>
}

export type ChanceLedgerOptions = {
  seed: number
  length: number
  /** From this version on events are of modules, and stores are written only when they are made. */
  moduleEraFrom?: number
  /** How often the node knows a transaction's tables. */
  tablesKnown?: number
}

const digest = (text: string) => `0x${createHash('sha256').update(text).digest('hex')}`
/** Addresses with leading zeros are written short. */
const people = ['ann', 'ben', 'cay', 'dan', 'eve', 'fay'].map(
  (name, index) => new Account(name, index < 2 ? `0x00${digest(name).slice(4)}` : digest(name)),
)
const properties: Property[] = [
  { key: 'level', type: 'u64', value: '0x0700000000000000' },
  { key: 'note', type: '0x1::string::String', value: '0x0568656c6c6f' },
]

/** A ledger of random token transactions, with the books of who holds what kept apart from what it writes and emits. */
export const chanceLedger = (options: ChanceLedgerOptions): ChanceLedger => {
  const { seed, length, moduleEraFrom = Number.POSITIVE_INFINITY, tablesKnown = 1 } = options
  const chance = createChance(seed)
  const accounts = people.map(({ name, address }) => new Account(name, address))
  const play = createPlay(new TokenV1(), accounts, chance)
  const ledger: ChanceLedger = { transactions: [], holdings: new Map(), touched: [], events: [], resources: new Map() }
  for (let version = 0; version < length; version++) {
    const set = new WriteSet(chance.happens(tablesKnown))
    const isUser = version > 0 && !chance.happens(0.2)
    if (isUser)
      for (let deeds = chance.integer(1, 4); deeds > 0; deeds--)
        play.deed(set, { isModuleEra: version >= moduleEraFrom })
    const hash = digest(`${seed} ${version}`)
    const common = { version: String(version), hash, changes: set.changes, success: true }
    const timestamp = String(1_660_000_000_000_000 + version * 40_000_000)
    ledger.transactions.push(
      isUser
        ? {
            type: 'user_transaction',
            sender: shortAddress(people[0]?.address ?? ''),
            timestamp,
            events: set.events,
            ...common,
          }
        : { type: version % 2 ? 'state_checkpoint_transaction' : 'block_epilogue_transaction', timestamp, ...common },
    )
    const before = ledger.holdings
    ledger.holdings = play.holdings()
    ledger.touched.push(differences(before, ledger.holdings))
    for (const [index, { type }] of set.events.entries())
      if (!/Creat/.test(type)) ledger.events.push(`${version} ${index} ${type}`)
    for (const { type, address, data } of set.changes)
      if (type === 'write_resource') {
        const resource = data as { type: string; data: unknown }
        ledger.resources.set(`${String(address)} ${resource.type}`, resource.data)
      }
  }
  return ledger
}

const differences = (before: Holdings, after: Holdings): Set<string> =>
  new Set([...before.keys(), ...after.keys()].filter((key) => before.get(key) !== after.get(key)))

type Held = ReturnType<TokenV1['holdings']>[number]

const createPlay = (tokens: TokenV1, accounts: readonly Account[], chance: Chance) => {
  const pick = <T>(items: readonly T[]): T | undefined => items[chance.integer(0, items.length - 1)]
  const offers: { from: Account; to: Account; id: TokenId }[] = []
  let names = 0

  const mint = (set: WriteSet, era: Era): void => {
    const creator = pick(accounts.slice(0, 3))
    if (!creator) return
    const collection = `${creator.name}'s ${chance.integer(1, 2)}::things`
    // Names longer than what is kept, and with other letters.
    const name = `Töken ${++names} ${'ü'.repeat(chance.happens(0.1) ? 80 : 1)}`
    if (names < 4) tokens.createCollection(set, era, creator, collection, 'https://things.example', 0)
    const amount = BigInt(chance.integer(1, 9))
    tokens.mint(set, era, { creator, collection, name, version: 0 }, amount, 'https://a.example/1', properties)
  }

  const offer = (set: WriteSet, era: Era, from: Account, { id, amount }: Pick<Held, 'id' | 'amount'>): void => {
    const to = pick(accounts.filter((account) => account !== from)) ?? from
    if (offers.some((other) => other.id === id && other.from === from && other.to === to)) return
    offers.push({ from, to, id })
    tokens.offer(set, era, from, to, id, amount)
  }

  const settle = (set: WriteSet, era: Era): void => {
    const [one] = offers.splice(chance.integer(0, offers.length - 1), 1)
    if (!one) return
    if (chance.happens(0.7)) tokens.claim(set, era, one.from, one.to, one.id)
    else tokens.cancelOffer(set, era, one.from, one.to, one.id)
  }

  const deed = (set: WriteSet, era: Era): void => {
    const held = accounts.flatMap((owner) => tokens.holdings(owner).map((holding) => ({ owner, ...holding })))
    const one = pick(held)
    const dice = chance.fraction()
    if (!one || dice < 0.2) {
      mint(set, era)
      return
    }
    const { owner, id } = one
    const amount = BigInt(chance.integer(1, Number(one.amount)))
    const to = pick(accounts.filter((account) => account !== owner)) ?? owner
    if (dice < 0.55) tokens.transfer(set, era, owner, to, id, amount)
    else if (dice < 0.65) tokens.burn(set, era, owner, id, amount)
    else if (dice < 0.77) offer(set, era, owner, { id, amount })
    else if (dice < 0.88) settle(set, era)
    // A change gives the token a property version of its own, unless it has one.
    else if (id.version === 0 || one.amount === 1n)
      tokens.mutate(set, era, owner, id, [{ key: 'level', type: 'u8', value: '0x09' }])
  }

  const holdings = (): Holdings =>
    new Map(
      accounts.flatMap((owner) =>
        tokens
          .holdings(owner)
          .map(({ id, amount }) => [
            [owner.address, id.creator.address, id.collection, id.name, id.version].join(' '),
            String(amount),
          ]),
      ),
    )
  return { deed, holdings }
}
