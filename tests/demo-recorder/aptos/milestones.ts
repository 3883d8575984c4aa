import { shortAddress } from '#lib/demo/aptos/recorded-ledger.ts'
import { moduleEraHeight } from './chain.ts'
import { Committee } from './committee.ts'
import type { Deeds } from './deeds.ts'
import { keeperProperties } from './everyday.ts'
import { lookAlike, pearls } from './fungible-deeds.ts'
import { entryFunction, standInBytecode } from './genesis.ts'
import { executed, moveAbort, outOfGas } from './ledger-builder.ts'
import { argument, entryFunctionPayload, multisigPayload, proposalBytes, scriptPayload } from './payloads.ts'

/** The block of the harbor fair: more transactions than a page or a block answer holds. */
export const crowdHeight = 34
const crowdSize = 264

type Milestone = (deeds: Deeds) => Promise<unknown>

const lightId = (deeds: Deeds, number: number) => ({
  creator: deeds.who('Harbor Studio'),
  collection: 'Harbor Lights',
  name: `Harbor Light #${number}`,
  version: 0,
})

const openLights: Milestone = async (deeds) => {
  const studio = deeds.who('Harbor Studio')
  await deeds.createCollection(studio, 'Harbor Lights')
  for (let i = 1; i <= 12; i++) await deeds.mint(studio, 'Harbor Lights', `Harbor Light #${i}`, i)
}

const openFeathers: Milestone = async (deeds) => {
  const odile = deeds.who('Odile Marshe')
  await deeds.createCollection(odile, 'Gull Feathers')
  for (const name of ['Grey Feather', 'White Feather', 'Storm Feather'])
    await deeds.mint(odile, 'Gull Feathers', name, 13, 25)
  await deeds.give(deeds.who('Harbor Studio'), deeds.who('Mira Tolland'), lightId(deeds, 1))
  await deeds.give(deeds.who('Harbor Studio'), deeds.who('Quiet Collector'), lightId(deeds, 2))
}

const shop = 'harbor_shop'

const publishShop: Milestone = (deeds) => {
  const studio = deeds.who('Harbor Studio')
  const args = [argument.hex('0x00'), argument.hexes([standInBytecode(shop)])]
  return deeds.do(studio, entryFunctionPayload('0x1::code::publish_package_txn', [], args), (set) => {
    const functions = [entryFunction('open', ['&signer']), entryFunction('close', ['&signer'])]
    set.module(studio.address, shop, standInBytecode(shop), { friends: [], exposed_functions: functions, structs: [] })
  })
}

const openShop: Milestone = (deeds) => {
  const studio = deeds.who('Harbor Studio')
  const name = `${shortAddress(studio.address)}::${shop}`
  return deeds.do(studio, entryFunctionPayload(`${name}::open`, [], []), (set) =>
    set.resource(studio.address, `${name}::Shop`, { is_open: true, sold: '0' }),
  )
}

const closeShop: Milestone = (deeds) => {
  const studio = deeds.who('Harbor Studio')
  const name = `${shortAddress(studio.address)}::${shop}`
  return deeds.do(studio, entryFunctionPayload(`${name}::close`, [], []), (set) =>
    set.deleteResource(studio.address, `${name}::Shop`),
  )
}

const removeShop: Milestone = (deeds) => {
  const studio = deeds.who('Harbor Studio')
  const args = [argument.hex('0x00'), argument.hexes([])]
  return deeds.do(studio, entryFunctionPayload('0x1::code::publish_package_txn', [], args), (set) =>
    set.deleteModule(studio.address, shop),
  )
}

const failures: Milestone = async (deeds) => {
  const abort = moveAbort(9n, '0x3::token', 0x60006, 'ETOKEN_NOT_FOUND', 'The token is not in the store')
  await deeds.send(deeds.who('Dune Runner'), deeds.who('Blue Kiosk'), lightId(deeds, 5), 1n, { outcome: abort })
  await deeds.pay(deeds.who('Juno Halvard'), deeds.who('Salt Bakery'), 5_000n, { outcome: outOfGas(2n) })
}

const script: Milestone = (deeds) => {
  const from = deeds.who('Ansel Brook')
  const to = deeds.who('Greta Lindow')
  const payload = scriptPayload(standInBytecode('script main'), [25_000_000n])
  return deeds.do(from, payload, (set) => {
    from.withdraw(set, 25_000_000n, deeds.chain.isModuleEra)
    to.deposit(set, 25_000_000n, deeds.chain.isModuleEra)
  })
}

const sponsored: Milestone = async (deeds) => {
  const options = { feePayer: deeds.who('Ferry Payouts') }
  await deeds.pay(deeds.who('First Light'), deeds.who('Tilda Mossgrove'), 1_000_000n, options)
  const studio = deeds.who('Harbor Studio')
  await deeds.give(studio, deeds.who('First Light'), lightId(deeds, 3), 1n, {
    ...options,
    secondary: [deeds.who('First Light')],
  })
}

const manyKeys: Milestone = async (deeds) => {
  for (const name of ['Low Tide Fund', 'Kestrel Desk', 'Cove Traders'] as const) {
    await deeds.pay(deeds.who(name), deeds.who('Hollis Penrow'), 3_000_000n)
  }
}

const offersOfEveryKind: Milestone = async (deeds) => {
  const studio = deeds.who('Harbor Studio')
  const mira = deeds.who('Mira Tolland')
  const first = await deeds.offer(studio, mira, lightId(deeds, 4))
  const second = await deeds.offer(studio, deeds.who('Ines Quayle'), lightId(deeds, 6))
  await deeds.claim(first)
  await deeds.cancel(second)
  const changed = await deeds.mutate(mira, lightId(deeds, 4), keeperProperties('Mira Tolland', 4))
  await deeds.mutate(mira, changed, keeperProperties('Mira Tolland', 5))
  await deeds.burn(studio, lightId(deeds, 7))
}

const ticketsOfEveryKind: Milestone = async (deeds) => {
  const crew = deeds.who('Night Ferry Crew')
  const mira = deeds.who('Mira Tolland')
  await deeds.createCollection(crew, 'Night Ferry Tickets')
  const tickets = []
  for (let i = 1; i <= 5; i++) tickets.push(await deeds.mint(crew, 'Night Ferry Tickets', `Ticket ${i}`, 30 + i))
  const [one, two, three, four] = tickets
  if (!one || !two || !three || !four) throw new RangeError('five tickets were printed')
  const first = await deeds.offer(crew, mira, one)
  const second = await deeds.offer(crew, mira, two)
  await deeds.claim(first)
  await deeds.cancel(second)
  await deeds.mutate(mira, one, keeperProperties('Mira Tolland', 6))
  await deeds.burn(crew, three)
  await deeds.send(crew, deeds.who('Sleeping Wallet'), four)
}

const assetsOfEveryKind =
  (creator: 'Salt Bakery' | 'Harbor Studio', name: string): Milestone =>
  async (deeds) => {
    const collection = await deeds.createAssets(deeds.who(creator), name)
    for (let i = 1; i <= 8; i++) await deeds.mintAsset(collection, `${name} ${i}`, 40 + i)
    const [first, second, third] = deeds.v2.assets.filter((a) => a.collection === collection)
    if (!first || !second || !third) throw new RangeError('eight assets were minted')
    await deeds.sendAsset(first, deeds.who('Quiet Collector'))
    await deeds.describeAsset(second, 'Touched by hand')
    await deeds.burnAsset(third)
  }

const committee: Milestone = async (deeds) => {
  const owner = deeds.who('Rookery & Daughter')
  const pier = new Committee('Pier Committee', [owner, deeds.who('Blue Kiosk'), deeds.who('Salt Bakery')])
  deeds.committee = pier
  const { account } = pier
  await pier.create(deeds)
  await deeds.pay(owner, account, 500_000_000n)
  const transfer = [argument.address(deeds.who('Amaro Vint').address), argument.u64(120_000_000)]
  const payload = multisigPayload(account.address, '0x1::aptos_account::transfer', [], transfer)
  const succeed = { ...executed, gasUsed: 41n }
  await deeds.do(
    deeds.who('Blue Kiosk'),
    payload,
    (set) => {
      account.withdraw(set, 120_000_000n, deeds.chain.isModuleEra)
      deeds.who('Amaro Vint').deposit(set, 120_000_000n, deeds.chain.isModuleEra)
      pier.execute(set)
    },
    { outcome: succeed },
  )
}

/** Left open: one that can be executed, one that waits for it, and one with only its hash on chain. */
const proposals: Milestone = async (deeds) => {
  const pier = deeds.committee
  if (!pier) throw new RangeError('the committee was founded')
  const [rookery, kiosk, bakery] = [deeds.who('Rookery & Daughter'), deeds.who('Blue Kiosk'), deeds.who('Salt Bakery')]
  const pay = (name: Parameters<typeof deeds.who>[0], octas: bigint) =>
    proposalBytes('0x1::aptos_account::transfer', [], [argument.address(deeds.who(name).address), argument.u64(octas)])
  await pier.propose(deeds, kiosk, pay('Greta Lindow', 150_000_000n))
  await pier.propose(deeds, bakery, pay('Tilda Mossgrove', 75_000_000n))
  await pier.proposeHash(deeds, rookery, pay('Ansel Brook', 20_000_000n))
  await pier.vote(deeds, bakery, 2, true)
  await pier.vote(deeds, rookery, 3, false)
}

const crowd: Milestone = async (deeds) => {
  const ferry = deeds.who('Ferry Payouts')
  for (let i = 0; i < crowdSize; i++) {
    const from = i % 4 === 3 ? deeds.someone(ferry) : ferry
    await deeds.pay(from, deeds.someone(from), BigInt(deeds.random.whole(1, 400)) * 50_000n)
  }
}

const observeKeys: Milestone = async (deeds) => {
  const update = { issuer: '0x68747470733a2f2f69642e6578616d706c65', version: '1', jwks: [] }
  const multi_sig = { author_indices: ['0', '1', '2'], sig: null }
  deeds.chain.validator('observed_jwk_update', { quorum_certified_update: { update, multi_sig } }, (set) =>
    set.resource('0x1', '0x1::jwks::ObservedJWKs', {
      jwks: { entries: [{ issuer: update.issuer, jwks: [], version: '1' }] },
    }),
  )
}

/** What happens once, by block height. Heights that end an epoch (every fifteenth) hold none. */
export const milestones: Readonly<Record<number, Milestone>> = {
  2: openLights,
  3: openFeathers,
  5: publishShop,
  6: openShop,
  8: observeKeys,
  9: failures,
  10: script,
  12: offersOfEveryKind,
  14: sponsored,
  17: manyKeys,
  19: assetsOfEveryKind('Salt Bakery', 'Salt Loaves'),
  22: committee,
  [crowdHeight]: crowd,
  41: closeShop,
  43: removeShop,
  [moduleEraHeight + 1]: ticketsOfEveryKind,
  [moduleEraHeight + 2]: assetsOfEveryKind('Harbor Studio', 'Harbor Bells'),
  71: async (deeds) =>
    deeds.send(
      deeds.who('Night Ferry Crew'),
      deeds.who('Mira Tolland'),
      await deeds.mint(deeds.who('Night Ferry Crew'), 'Night Ferry Tickets', 'Ticket 6', 36),
    ),
  108: pearls,
  109: lookAlike,
  112: proposals,
}
