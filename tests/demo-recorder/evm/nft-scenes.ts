import { parseEther } from 'viem'
import { role } from '#lib/demo/cast.ts'
import { postcardCount, stampCount } from '#tests/demo-recorder/art/documents.ts'
import type { Scene } from './scenes.ts'

export const mintLanterns: Scene = async ({ stage, ledger, random, people }) => {
  const who = people()
  const count = random.weighted([
    [1, 6],
    [2, 3],
    [3, 2],
    [5, 1],
  ])
  if (ledger.nextLantern + count > 330) return
  for (let i = 0; i < count; i++) ledger.lanterns.set(ledger.nextLantern++, who)
  const rest = { value: parseEther('0.02') * BigInt(count), gas: 60_000n + 75_000n * BigInt(count) }
  await stage.call(who, 'PaperLanterns', 'mint', [BigInt(count)], rest)
}

const moveLantern: Scene = async ({ stage, ledger, random, people }) => {
  const token = ledger.someNft('lanterns', random)
  if (!token) return
  const isSelf = random.chance(0.06)
  const to = isSelf ? token.owner : people(token.owner)
  ledger.lanterns.set(token.id, to)
  if (!isSelf) ledger.offers.delete(token.id)
  const args = [stage.address(token.owner), stage.address(to), BigInt(token.id)]
  const how = random.pick(['transferFrom', 'safeTransferFrom'])
  await stage.call(token.owner, 'PaperLanterns', how, args, { gas: 110_000n })
}

const burnLantern: Scene = async ({ stage, ledger, random }) => {
  const token = ledger.someNft('lanterns', random)
  if (!token) return
  ledger.lanterns.delete(token.id)
  ledger.offers.delete(token.id)
  await stage.call(token.owner, 'PaperLanterns', 'burn', [BigInt(token.id)], { gas: 80_000n })
}

const approveLantern: Scene = async ({ stage, ledger, random, people }) => {
  const token = ledger.someNft('lanterns', random)
  if (!token) return
  const args = [stage.address(people(token.owner)), BigInt(token.id)]
  await stage.call(token.owner, 'PaperLanterns', 'approve', args, { gas: 70_000n })
}

const offerLantern: Scene = async ({ stage, ledger, random }) => {
  const token = ledger.someNft('lanterns', random)
  if (!token || ledger.offers.has(token.id)) return
  const market = stage.contract('LanternMarket').address
  if (!ledger.marketApprovals.has(token.owner)) {
    ledger.marketApprovals.add(token.owner)
    await stage.call(token.owner, 'PaperLanterns', 'setApprovalForAll', [market, true], { gas: 70_000n })
  }
  const price = parseEther((random.whole(20, 900) / 1000).toString())
  ledger.offers.set(token.id, { seller: token.owner, price })
  const args = [stage.contract('PaperLanterns').address, BigInt(token.id), price]
  await stage.call(token.owner, 'LanternMarket', 'offer', args, { gas: 110_000n })
}

const buyLantern: Scene = async (world) => {
  const { stage, ledger, random, people } = world
  const offers = [...ledger.offers].filter(([, offer]) => ledger.marketApprovals.has(offer.seller))
  if (offers.length === 0) return offerLantern(world)
  const [id, offer] = random.pick(offers)
  const buyer = people(offer.seller)
  ledger.offers.delete(id)
  ledger.lanterns.set(id, buyer)
  const args = [stage.contract('PaperLanterns').address, BigInt(id)]
  await stage.call(buyer, 'LanternMarket', 'buy', args, { value: offer.price, gas: 320_000n })
}

const withdrawOffer: Scene = async ({ stage, ledger, random }) => {
  const offers = [...ledger.offers]
  if (offers.length === 0) return
  const [id, offer] = random.pick(offers)
  ledger.offers.delete(id)
  const args = [stage.contract('PaperLanterns').address, BigInt(id)]
  await stage.call(offer.seller, 'LanternMarket', 'withdraw', args, { gas: 60_000n })
}

const revokeMarket: Scene = async ({ stage, ledger, random }) => {
  if (ledger.marketApprovals.size === 0) return
  const who = random.pick([...ledger.marketApprovals])
  ledger.marketApprovals.delete(who)
  const args = [stage.contract('LanternMarket').address, false]
  await stage.call(who, 'PaperLanterns', 'setApprovalForAll', args, { gas: 60_000n })
}

export const printPostcards: Scene = async ({ stage, ledger, random, people }) => {
  const count = random.whole(4, 9)
  if (ledger.nextPostcard + count > postcardCount) return
  const to = people()
  for (let i = 0; i < count; i++) ledger.postcards.set(ledger.nextPostcard++, to)
  const args = [stage.address(to), BigInt(count)]
  await stage.call(role.studio, 'TidePostcards', 'mintMany', args, { gas: 60_000n + 60_000n * BigInt(count) })
}

const mailPostcard: Scene = async ({ stage, ledger, random, people }) => {
  const token = ledger.someNft('postcards', random)
  if (!token) return
  const to = people(token.owner)
  const mine = [...ledger.postcards].filter(([, owner]) => owner === token.owner).map(([id]) => id)
  if (random.chance(0.2) && mine.length >= 3) {
    const ids = mine.slice(0, random.whole(3, 6))
    for (const id of ids) ledger.postcards.set(id, to)
    const gas = 60_000n + 60_000n * BigInt(ids.length)
    return stage.call(token.owner, 'TidePostcards', 'sendMany', [stage.address(to), ids.map(BigInt)], { gas })
  }
  ledger.postcards.set(token.id, to)
  const args = [stage.address(token.owner), stage.address(to), BigInt(token.id)]
  await stage.call(token.owner, 'TidePostcards', 'safeTransferFrom', args, { gas: 120_000n })
}

const burnPostcard: Scene = async ({ stage, ledger, random }) => {
  const token = ledger.someNft('postcards', random)
  if (!token) return
  ledger.postcards.delete(token.id)
  await stage.call(token.owner, 'TidePostcards', 'burn', [BigInt(token.id)], { gas: 90_000n })
}

const issueStamp: Scene = async ({ stage, ledger, random, people }) => {
  const to = people()
  if (random.chance(0.4)) {
    const ids = [...new Set(Array.from({ length: random.whole(2, 5) }, () => random.whole(1, stampCount)))]
    const amounts = ids.map(() => random.whole(5, 60))
    ids.forEach((id, i) => {
      ledger.addStamps(to, id, amounts[i] ?? 0)
    })
    const args = [stage.address(to), ids.map(BigInt), amounts.map(BigInt)]
    return stage.call(role.studio, 'MarketStamps', 'mintBatch', args, { gas: 400_000n })
  }
  const id = random.whole(1, stampCount)
  const amount = random.whole(1, 80)
  ledger.addStamps(to, id, amount)
  await stage.call(role.studio, 'MarketStamps', 'mint', [stage.address(to), BigInt(id), BigInt(amount)])
}

const tradeStamp: Scene = async (world) => {
  const { stage, ledger, random, people } = world
  const from = ledger.someStampOwner(random)
  if (from === undefined) return issueStamp(world)
  const held = ledger.stampsOf(from)
  const to = people(from)
  if (held.length >= 2 && random.chance(0.4)) {
    const part = held.slice(0, random.whole(2, 4)).map(([id, n]) => [id, random.whole(1, n)] as const)
    for (const [id, n] of part) ledger.moveStamps(from, to, id, n)
    const args = [
      stage.address(from),
      stage.address(to),
      part.map(([id]) => BigInt(id)),
      part.map(([, n]) => BigInt(n)),
      '0x',
    ]
    return stage.call(from, 'MarketStamps', 'safeBatchTransferFrom', args, { gas: 300_000n })
  }
  const [id, have] = random.pick(held)
  const amount = random.whole(1, have)
  ledger.moveStamps(from, to, id, amount)
  const args = [stage.address(from), stage.address(to), BigInt(id), BigInt(amount), '0x']
  await stage.call(from, 'MarketStamps', 'safeTransferFrom', args, { gas: 120_000n })
}

const burnStamps: Scene = async ({ stage, ledger, random }) => {
  const from = ledger.someStampOwner(random)
  if (from === undefined) return
  const part = ledger.stampsOf(from).slice(0, random.whole(1, 3))
  for (const [id] of part) ledger.addStamps(from, id, -1)
  const args = [stage.address(from), part.map(([id]) => BigInt(id)), part.map(() => 1n)]
  await stage.call(from, 'MarketStamps', 'burnBatch', args, { gas: 200_000n })
}

const approveStamps: Scene = ({ stage, random, people }) => {
  const owner = people()
  const args = [stage.address(people(owner)), random.chance(0.7)]
  return stage.call(owner, 'MarketStamps', 'setApprovalForAll', args, { gas: 60_000n })
}

const announceStamp: Scene = ({ stage, random }) =>
  stage.call(role.studio, 'MarketStamps', 'announce', [BigInt(random.whole(1, stampCount))], { gas: 60_000n })

export const nftScenes: readonly (readonly [Scene, number])[] = [
  [mintLanterns, 30],
  [moveLantern, 40],
  [burnLantern, 5],
  [approveLantern, 7],
  [offerLantern, 26],
  [buyLantern, 20],
  [withdrawOffer, 4],
  [revokeMarket, 3],
  [printPostcards, 6],
  [mailPostcard, 34],
  [burnPostcard, 4],
  [issueStamp, 18],
  [tradeStamp, 34],
  [burnStamps, 5],
  [approveStamps, 4],
  [announceStamp, 2],
]
