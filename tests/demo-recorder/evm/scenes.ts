import { type Address, maxUint256, parseEther, zeroAddress } from 'viem'
import { role } from '#lib/demo/cast.ts'
import type { Random } from '#tests/demo-recorder/random.ts'
import { nftScenes } from './nft-scenes.ts'
import type { Stage } from './stage.ts'
import type { Ledger } from './story-ledger.ts'

export type SceneWorld = { stage: Stage; ledger: Ledger; random: Random; people: (except?: number) => number }
/** Queues the transactions of one small event in the coming block, and notes in the ledger what they will have done. */
export type Scene = (world: SceneWorld) => Promise<unknown>

/** Native coins with four decimals at most: what people send. */
const coins = (random: Random, max: number) => parseEther((random.whole(5, max * 1000) / 1000).toString())
const harbor = (random: Random, max: number) => parseEther((random.whole(1, max * 100) / 100).toString())
const unlimited96 = 2n ** 96n - 1n

const payout: Scene = ({ stage, random, people }) =>
  stage.send(role.ferry, { to: stage.address(people(role.ferry)), value: coins(random, 1), gas: 21_000n })

const sendCoins: Scene = ({ stage, random, people }) => {
  const from = people()
  const to = random.chance(0.03) ? from : people(from)
  return stage.send(from, { to: stage.address(to), value: random.chance(0.02) ? 0n : coins(random, 3), gas: 21_000n })
}

const harborTransfer: Scene = async ({ stage, ledger, random, people }) => {
  const from = people()
  const to = people(from)
  const amount = harbor(random, 60)
  if (!ledger.move('HarborCoin', from, to, amount)) return grantHarbor(stage, ledger, from)
  await stage.call(from, 'HarborCoin', 'transfer', [stage.address(to), amount], { gas: 70_000n })
}

/** Wages: the studio hands out coins to whoever ran dry. */
function grantHarbor(stage: Stage, ledger: Ledger, to: number) {
  const amount = parseEther('400')
  ledger.move('HarborCoin', role.studio, to, amount)
  return stage.call(role.studio, 'HarborCoin', 'transfer', [stage.address(to), amount], { gas: 70_000n })
}

const harborApprove: Scene = async ({ stage, ledger, random, people }) => {
  const owner = people()
  const spender = random.chance(0.5) ? role.ferry : people(owner)
  const amount = random.pick([maxUint256, maxUint256, unlimited96, 0n, parseEther('25'), parseEther('120')])
  ledger.allow(owner, spender, amount)
  await stage.call(owner, 'HarborCoin', 'approve', [stage.address(spender), amount], { gas: 60_000n })
}

const harborCollect: Scene = async (world) => {
  const { stage, ledger, random, people } = world
  const found = ledger.someAllowance(random)
  if (!found) return harborApprove(world)
  const to = people(found.owner)
  const amount = harbor(random, 20)
  if (!ledger.spend(found.owner, found.spender, to, amount)) return harborApprove(world)
  const args = [stage.address(found.owner), stage.address(to), amount]
  await stage.call(found.spender, 'HarborCoin', 'transferFrom', args, { gas: 90_000n })
}

const harborBurn: Scene = async ({ stage, ledger, random, people }) => {
  const from = people()
  const amount = harbor(random, 10)
  if (!ledger.move('HarborCoin', from, undefined, amount)) return
  await stage.call(from, 'HarborCoin', 'burn', [amount], { gas: 60_000n })
}

const harborNothing: Scene = ({ stage, people }) => {
  const from = people()
  return stage.call(from, 'HarborCoin', 'transfer', [stage.address(people(from)), 0n], { gas: 70_000n })
}

const leafTransfer: Scene = async ({ stage, ledger, random, people }) => {
  const from = people()
  const to = people(from)
  const amount = BigInt(random.whole(10, 90_000)) * 10_000n
  if (ledger.move('OldLeaf', from, to, amount)) {
    return stage.call(from, 'OldLeaf', 'transfer', [stage.address(to), amount], { gas: 70_000n })
  }
  ledger.move('OldLeaf', role.studio, from, amount)
  await stage.call(role.studio, 'OldLeaf', 'transfer', [stage.address(from), amount], { gas: 70_000n })
}

const leafApprove: Scene = ({ stage, random, people }) => {
  const owner = people()
  const args = [stage.address(people(owner)), random.pick([maxUint256, 1_000_000n, 0n])]
  return stage.call(owner, 'OldLeaf', 'approve', args, { gas: 60_000n })
}

const wrap: Scene = async ({ stage, ledger, random, people }) => {
  const who = people()
  const value = coins(random, 4)
  ledger.grant('WrappedSpy', who, value)
  if (random.chance(0.5)) await stage.send(who, { to: stage.contract('WrappedSpy').address, value, gas: 90_000n })
  else await stage.call(who, 'WrappedSpy', 'deposit', [], { value, gas: 90_000n })
}

const unwrap: Scene = async (world) => {
  const who = world.people()
  const amount = world.ledger.balance('WrappedSpy', who) / 2n
  if (amount === 0n) return wrap(world)
  world.ledger.move('WrappedSpy', who, undefined, amount)
  await world.stage.call(who, 'WrappedSpy', 'withdraw', [amount], { gas: 90_000n })
}

const wrappedTransfer: Scene = async (world) => {
  const from = world.people()
  const amount = world.ledger.balance('WrappedSpy', from) / 3n
  if (amount === 0n) return wrap(world)
  const to = world.people(from)
  world.ledger.move('WrappedSpy', from, to, amount)
  await world.stage.call(from, 'WrappedSpy', 'transfer', [world.stage.address(to), amount], { gas: 70_000n })
}

const vaultKeep: Scene = async ({ stage, ledger, random, people }) => {
  const who = people()
  const amount = harbor(random, 30)
  if (!ledger.move('HarborCoin', who, undefined, amount)) return
  ledger.kept.set(who, (ledger.kept.get(who) ?? 0n) + amount)
  await stage.call(who, 'HarborCoin', 'approve', [stage.contract('HarborVault').address, amount], { gas: 60_000n })
  await stage.call(who, 'HarborVault', 'keep', [amount], { gas: 180_000n })
}

const vaultTake: Scene = async ({ stage, ledger, random }) => {
  const members = [...ledger.kept].filter(([, amount]) => amount > 0n)
  if (members.length === 0) return
  const [who, kept] = random.pick(members)
  const isGreedy = random.chance(0.15)
  if (!isGreedy) {
    ledger.kept.set(who, 0n)
    ledger.grant('HarborCoin', who, kept)
  }
  const rest = { gas: 140_000n, fails: isGreedy }
  await stage.call(who, 'HarborVault', 'take', [isGreedy ? kept * 10n : kept], rest)
}

const tip: Scene = async (world) => {
  const who = world.people(role.studio)
  const value = coins(world.random, 1)
  if (world.ledger.isVaultUpgraded) await world.stage.call(who, 'HarborVault', 'tip', [], { value, gas: 90_000n })
  else await sendCoins(world)
}

const splitRound: Scene = ({ stage, random, people }) =>
  stage.call(people(), 'FeeSplitter', 'split', [], { value: coins(random, 2), gas: 220_000n })

const splitTry: Scene = async ({ stage, random, people }) => {
  const targets: Address[] = [stage.address(people()), stage.contract('HarborCoin').address, stage.address(people())]
  await stage.call(people(), 'FeeSplitter', 'tryEach', [targets], { value: coins(random, 1), gas: 200_000n })
}

const audit: Scene = ({ stage, random, people }) =>
  stage.call(people(), 'FeeSplitter', 'audit', [stage.contract(random.pick(['HarborCoin', 'OldLeaf'])).address], {
    gas: 90_000n,
  })

const jarLabels = ['rent', 'a boat', 'winter', 'the twins', 'new sails', 'rainy days', 'a piano', 'the long trip']

const makeJar: Scene = async ({ stage, ledger, random, people }) => {
  const who = people()
  const rest = { value: random.chance(0.6) ? coins(random, 2) : 0n, gas: 900_000n }
  const label = random.pick(jarLabels)
  const jar = ledger.nextJar(stage.contract('JarFactory').address)
  stage.jars.push({ address: jar, owner: who })
  await stage.call(who, 'JarFactory', 'make', [label], rest)
}

const feedJar: Scene = async (world) => {
  const { stage, random, people } = world
  if (stage.jars.length === 0) return makeJar(world)
  const jar = random.pick(stage.jars)
  const isTooSmall = random.chance(0.12)
  const value = isTooSmall ? 1_000n : coins(random, 1)
  await stage.send(people(), { to: jar.address, value, gas: 60_000n, fails: isTooSmall })
}

const smashJar: Scene = async (world) => {
  const { stage, random, people } = world
  if (stage.jars.length === 0) return makeJar(world)
  const jar = random.pick(stage.jars)
  const who = random.chance(0.25) ? people(jar.owner) : jar.owner
  const abi = [{ type: 'function', name: 'smash', inputs: [], outputs: [], stateMutability: 'nonpayable' }] as const
  stage.contracts.set('SavingsJar', { name: 'SavingsJar', address: jar.address, abi: [...abi] })
  await stage.call(who, 'SavingsJar', 'smash', [], { gas: 70_000n, fails: who !== jar.owner })
  stage.contracts.delete('SavingsJar')
}

const fail: Scene = async ({ stage, random, people }) => {
  const who = people()
  const to = stage.address(people(who))
  const rest = { gas: 120_000n, fails: true }
  const kind = random.whole(0, 6)
  if (kind === 0) return stage.call(who, 'HarborCoin', 'transfer', [to, parseEther('5000000')], rest)
  if (kind === 1) return stage.call(who, 'OldLeaf', 'transferFrom', [stage.address(role.sleeper), to, 1_000_000n], rest)
  if (kind === 2) return stage.call(who, 'PaperLanterns', 'mint', [2n], { ...rest, value: parseEther('0.02') })
  if (kind === 3)
    return stage.call(who, 'PaperLanterns', 'mint', [5n], { fails: true, value: parseEther('0.1'), gas: 90_000n })
  if (kind === 4)
    return stage.call(who, 'LanternMarket', 'buy', [stage.contract('TidePostcards').address, 9_999n], rest)
  if (kind === 5) return stage.call(who, 'HarborCoin', 'transfer', [zeroAddress, 1n], rest)
  return stage.deploy(who, 'VaultProxy', [to, '0x'], 'VaultProxy', { gas: 900_000n, fails: true })
}

const spam: Scene = async ({ stage, random, people }) => {
  const victims = Array.from({ length: random.whole(6, 14) }, () => people(role.spammer))
  if (random.chance(0.5)) {
    const args = [[...new Set(victims)].map((v) => stage.address(v)), parseEther('777')]
    return stage.call(role.spammer, 'FreeClaim', 'drop', args, { gas: 900_000n })
  }
  const targets = victims.map((v) => stage.address(people(v)))
  const args = [victims.map((v) => stage.address(v)), targets]
  await stage.call(role.spammer, 'FreeClaim', 'poison', args, { gas: 400_000n })
}

/** How often each kind of thing happens on an ordinary day. */
export const everydayScenes: readonly (readonly [Scene, number])[] = [
  [payout, 250],
  [sendCoins, 130],
  [harborTransfer, 120],
  [harborApprove, 26],
  [harborCollect, 26],
  [harborBurn, 16],
  [harborNothing, 6],
  [leafTransfer, 40],
  [leafApprove, 9],
  [wrap, 14],
  [unwrap, 9],
  [wrappedTransfer, 10],
  [vaultKeep, 12],
  [vaultTake, 9],
  [tip, 10],
  [splitRound, 8],
  [splitTry, 4],
  [audit, 4],
  [makeJar, 8],
  [feedJar, 14],
  [smashJar, 5],
  [fail, 22],
  [spam, 6],
  ...nftScenes,
]

export { payout }
