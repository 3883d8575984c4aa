import { encodeFunctionData, keccak256, parseEther, stringToHex } from 'viem'
import { demoWallets, role } from '#lib/demo/cast.ts'
import { type Random, seededRandom } from '#tests/demo-recorder/random.ts'
import { playExchange, postBlobs } from './exchange-scenes.ts'
import { mintLanterns, printPostcards } from './nft-scenes.ts'
import { everydayScenes, payout, type Scene, type SceneWorld } from './scenes.ts'
import { playSmartAccounts } from './smart-account-scenes.ts'
import type { Stage } from './stage.ts'
import { Ledger } from './story-ledger.ts'

/** Monday, 14 September 2026, 00:00 UTC. */
export const storyStart = Date.UTC(2026, 8, 14) / 1000
const daySeconds = 86_400
const storyDays = 46

export type Folders = { postcards: string; postcardsAgain: string; stamps: string }

/** Some people live on the chain, others look in twice a month. The sleeper never does anything. */
const activity = demoWallets.map((_, i) => [i, i === role.sleeper ? 0 : i === role.ferry ? 2 : 40 / (i + 1)] as const)

/** Plays the whole story on the stage, block by block. */
export async function playStory(stage: Stage, folders: Folders): Promise<Ledger> {
  const random = seededRandom(20_260_914)
  const ledger = new Ledger()
  const people = (except?: number): number => {
    const who = random.weighted(activity)
    return who === except ? people(except) : who
  }
  const world: SceneWorld = { stage, ledger, random, people }
  await openingDay(world, folders)
  for (let day = 1; day <= storyDays; day++) {
    for (const [seconds, block] of planDay(day, random)) {
      await stage.openBlock()
      await playBlock(day, block, world, folders)
      await stage.closeBlock(storyStart + day * daySeconds + seconds)
    }
  }
  const every = (seconds: number, after: number) => {
    let at = storyStart + (storyDays + 1) * daySeconds + after
    return async (play: () => Promise<unknown>) => {
      await stage.openBlock()
      await play()
      at += seconds
      await stage.closeBlock(at)
    }
  }
  await playSmartAccounts(stage, every(600, -7_200))
  const nextMorning = every(900, 9 * 3_600)
  await playExchange(stage, nextMorning)
  await nextMorning(() => postBlobs(stage))
  return ledger
}

type PlannedBlock = { index: number; scenes: number }

/** Weekends are slow, the launch and the fair are loud, a storm cut the line for two days. */
function planDay(day: number, random: Random): [seconds: number, block: PlannedBlock][] {
  const weekday = day % 7 >= 5 ? 0.45 : 1
  const mood = ({ 8: 2.6, 9: 1.8, 17: 0.12, 18: 0.2, 25: 2.1, 33: 1.7, 40: 2.9, 41: 1.6 } as const)[day] ?? 1
  const level = weekday * mood * (0.6 + random.next() * 0.8)
  const count = Math.max(3, Math.round(24 * (0.35 + 0.65 * Math.min(level, 2))))
  const seconds = new Set<number>()
  while (seconds.size < count)
    seconds.add(Math.floor((daySeconds * (0.22 + (0.7 * (random.next() + random.next())) / 2)) / 4) * 4)
  return [...seconds]
    .toSorted((a, b) => a - b)
    .map((at, index) => {
      const isEmpty = random.chance(0.12)
      const isBusy = random.chance(0.06 * level)
      const scenes = isEmpty ? 0 : isBusy ? random.whole(6, 16) : random.weighted(quietBlock) + Math.floor(level)
      return [at, { index, scenes }]
    })
}

const quietBlock = [
  [1, 5],
  [2, 5],
  [3, 3],
  [4, 2],
  [5, 1],
] as const

async function playBlock(day: number, block: PlannedBlock, world: SceneWorld, folders: Folders) {
  if (block.index === 1) await milestone(day, world, folders)
  for (let i = 0; i < block.scenes; i++) await world.random.weighted(everydayScenes)(world)
}

const repeat = async (times: number, scene: Scene, world: SceneWorld) => {
  for (let i = 0; i < times; i++) await scene(world)
}

/** What happens once: the launches, payday on every Friday, the upgrade, the fair. */
async function milestone(day: number, world: SceneWorld, folders: Folders) {
  const { stage, ledger, random } = world
  if (day % 7 === 4) await repeat(random.whole(11, 17), payout, world)
  if (day === 3) await stage.call(role.studio, 'HarborCoin', 'mint', [stage.address(role.studio), parseEther('250000')])
  if (day === 3) ledger.grant('HarborCoin', role.studio, parseEther('250000'))
  if (day === 8) await repeat(16, mintLanterns, world)
  if (day === 12) await repeat(6, printPostcards, world)
  if (day === 20) await upgradeVault(world)
  if (day === 25) await repeat(10, printPostcards, world)
  if (day === 30)
    await stage.call(role.studio, 'TidePostcards', 'moveFolder', [folders.postcardsAgain], { gas: 140_000n })
  if (day === 33) await stage.call(role.studio, 'PaperLanterns', 'collect', [], { gas: 60_000n })
  if (day === 36) await jarByCreate2(world)
  if (day === 40) await repeat(14, mintLanterns, world)
}

async function openingDay(world: SceneWorld, folders: Folders) {
  const { stage, ledger } = world
  const studio = stage.address(role.studio)
  let seconds = 9 * 3600
  const block = async (play: () => Promise<unknown>) => {
    await stage.openBlock()
    await play()
    seconds += 900
    await stage.closeBlock(storyStart + seconds)
  }
  await block(() => stage.deploy(role.studio, 'HarborCoin', [studio]))
  await block(() => stage.deploy(role.studio, 'OldLeaf', []))
  await block(() => stage.deploy(role.studio, 'WrappedSpy', []))
  await block(() => stage.deploy(role.studio, 'PaperLanterns', [studio]))
  await block(() => stage.deploy(role.studio, 'TidePostcards', [studio, folders.postcards]))
  await block(() => stage.deploy(role.studio, 'MarketStamps', [studio, `${folders.stamps}{id}.json`]))
  await block(() => stage.deploy(role.studio, 'SplitRule', []))
  const payees = [role.studio, 4, 10].map((who) => stage.address(who))
  await block(() => stage.deploy(role.studio, 'FeeSplitter', [stage.contract('SplitRule').address, payees]))
  await block(() => stage.deploy(role.studio, 'LanternMarket', [stage.contract('FeeSplitter').address]))
  await block(() => stage.deploy(role.studio, 'JarFactory', []))
  await block(() => stage.deploy(role.studio, 'HarborVault', [], 'HarborVaultOne'))
  const { address: implementation, abi } = stage.contract('HarborVaultOne')
  const args = [stage.contract('HarborCoin').address, studio]
  const data = encodeFunctionData({ abi, functionName: 'initialize', args })
  await block(() => stage.deploy(role.studio, 'VaultProxy', [implementation, data]))
  stage.alias('HarborVault', stage.contract('VaultProxy').address, 'HarborVaultTwo')
  await block(() => stage.deploy(role.spammer, 'FreeClaim', []))
  ledger.grant('HarborCoin', role.studio, parseEther('1000000'))
  ledger.grant('OldLeaf', role.studio, 50_000_000n * 1_000_000n)
  for (; ledger.nextPostcard < 60; ledger.nextPostcard++) ledger.postcards.set(ledger.nextPostcard, role.studio)
  await block(() => stage.call(role.studio, 'PaperLanterns', 'give', [studio, 12n], { gas: 1_200_000n }))
  for (; ledger.nextLantern <= 12; ledger.nextLantern++) ledger.lanterns.set(ledger.nextLantern, role.studio)
  await block(() => stage.send(4, { to: stage.address(role.sleeper), value: parseEther('1'), gas: 21_000n }))
}

async function upgradeVault({ stage, ledger }: SceneWorld) {
  const implementation = await stage.deploy(role.studio, 'HarborVaultTwo', [])
  await stage.call(5, 'HarborVault', 'upgradeToAndCall', [implementation, '0x'], { fails: true })
  await stage.call(role.studio, 'HarborVault', 'upgradeToAndCall', [implementation, '0x'])
  ledger.isVaultUpgraded = true
}

async function jarByCreate2({ stage, ledger }: SceneWorld) {
  const salt = keccak256(stringToHex('the harbor bell'))
  await stage.call(7, 'JarFactory', 'makeAt', [salt, 'the harbor bell'], { value: parseEther('1.5'), gas: 900_000n })
  // CREATE2 uses up a nonce of the factory as CREATE does.
  ledger.nextJar(stage.contract('JarFactory').address)
}
