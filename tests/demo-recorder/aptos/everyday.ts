import type { Deeds } from './deeds.ts'
import { moveAbort, outOfGas } from './ledger-builder.ts'
import type { Property } from './token-v1.ts'
import type { DigitalAsset } from './token-v2.ts'

type Deed = (deeds: Deeds) => Promise<unknown>

const pay: Deed = (deeds) => {
  const from = deeds.random.chance(0.35) ? deeds.who('Ferry Payouts') : deeds.someone()
  return deeds.pay(from, deeds.someone(from), BigInt(deeds.random.whole(1, 900)) * 100_000n)
}

const failingPay: Deed = (deeds) => {
  const from = deeds.someone()
  const outcome = deeds.random.chance(0.7)
    ? moveAbort(7n, '0x1::coin', 0x10006, 'EINSUFFICIENT_BALANCE', 'Not enough coins to complete transaction')
    : outOfGas(3n)
  return deeds.pay(from, deeds.someone(from), 9_000_000_000_000n, { outcome })
}

const mint: Deed = (deeds) => {
  const index = deeds.nextIndex++
  if (deeds.chain.isModuleEra)
    return deeds.mint(deeds.who('Night Ferry Crew'), 'Night Ferry Tickets', `Ticket ${index}`, index)
  return deeds.mint(deeds.who('Harbor Studio'), 'Harbor Lights', `Harbor Light #${index}`, index)
}

const holding = (deeds: Deeds) => {
  const owners = deeds.people.filter((p) => deeds.v1.holdings(p).length > 0)
  const owner = deeds.random.pick(owners)
  return { owner, held: deeds.random.pick(deeds.v1.holdings(owner)) }
}

const sendToken: Deed = (deeds) => {
  const { owner, held } = holding(deeds)
  const amount = BigInt(deeds.random.whole(1, Number(held.amount)))
  return deeds.send(owner, deeds.someone(owner), held.id, amount)
}

const offer: Deed = (deeds) => {
  const { owner, held } = holding(deeds)
  const to = deeds.someone(owner)
  // One offer of the same token to the same person at a time, as in the module itself.
  if (deeds.offers.some((o) => o.from === owner && o.to === to && o.id.name === held.id.name)) return pay(deeds)
  return deeds.offer(owner, to, held.id)
}

const settle: Deed = (deeds) => {
  if (deeds.offers.length < 3) return offer(deeds)
  const chosen = deeds.random.pick(deeds.offers)
  return deeds.random.chance(0.7) ? deeds.claim(chosen) : deeds.cancel(chosen)
}

export const keeperProperties = (keeper: string, storeys: number): Property[] => {
  const name = Buffer.from(keeper, 'utf8')
  const text = Buffer.concat([Buffer.from([name.length]), name]).toString('hex')
  const number = Buffer.alloc(8)
  number.writeBigUInt64LE(BigInt(storeys))
  return [
    { key: 'keeper', type: '0x1::string::String', value: `0x${text}` },
    { key: 'storeys', type: 'u64', value: `0x${number.toString('hex')}` },
    { key: 'lit', type: 'bool', value: onOrOff(storeys) },
  ]
}
const onOrOff = (n: number) => (n % 2 === 0 ? '0x01' : '0x00')

const mutate: Deed = (deeds) => {
  const { owner, held } = holding(deeds)
  return deeds.mutate(owner, held.id, keeperProperties(owner.name, deeds.random.whole(2, 9)))
}

const burn: Deed = (deeds) => {
  const { owner, held } = holding(deeds)
  return deeds.burn(owner, held.id)
}

const mintAsset = (deeds: Deeds, collection: DigitalAsset['collection']) => {
  const index = deeds.nextIndex++
  return deeds.mintAsset(collection, `${collection.name} ${index}`, index)
}

const asset: Deed = (deeds) => {
  if (deeds.v2.assets.length === 0) return pay(deeds)
  const chosen = deeds.random.pick(deeds.v2.assets)
  const kind = deeds.random.whole(0, 9)
  if (kind < 2) return mintAsset(deeds, chosen.collection)
  if (kind < 8) return deeds.sendAsset(chosen, deeds.someone(chosen.owner))
  if (kind < 9) return deeds.describeAsset(chosen, `Seen by ${chosen.owner.name}`)
  return deeds.burnAsset(chosen)
}

export function everydayDeed(deeds: Deeds): Promise<unknown> {
  const deed = deeds.random.weighted<Deed>([
    [pay, 30],
    [failingPay, 4],
    [mint, 12],
    [sendToken, 18],
    [offer, 8],
    [settle, 9],
    [mutate, 3],
    [burn, 2],
    [asset, 16],
  ])
  return deed(deeds)
}
