import { makeDocuments } from '#tests/demo-recorder/art/documents.ts'
import { seededRandom } from '#tests/demo-recorder/random.ts'
import { hexOf } from './bcs.ts'
import { Chain } from './chain.ts'
import { Deeds } from './deeds.ts'
import { everydayDeed } from './everyday.ts'
import { writeGenesis } from './genesis.ts'
import { sha3 } from './hashes.ts'
import { crowdHeight, milestones } from './milestones.ts'
import { aptosPeople } from './people.ts'

/** 14 September 2026, 09:00 UTC, in microseconds. */
const start = BigInt(Date.UTC(2026, 8, 14, 9)) * 1000n
const hourMicros = 3_600_000_000n
const heightLast = 112
const epochEvery = 15

const validators = [1, 2, 3, 4].map((n) => hexOf(sha3(Buffer.from(`demo validator ${n}`, 'utf8'))))

/** Tells the whole story and returns the finished chain with its people. */
export async function playAptosStory(): Promise<Deeds> {
  const random = seededRandom(535_059)
  const chain = new Chain(validators)
  const people = aptosPeople()
  const deeds = new Deeds(chain, people, random, makeDocuments().folders.lights)
  writeGenesis(chain, people)
  let timestamp = start
  while (chain.height <= heightLast) {
    timestamp += BigInt(random.whole(2, 17)) * hourMicros + BigInt(random.whole(0, 3_599_999_999))
    if (chain.height % epochEvery === 0) chain.epochBlock(timestamp, () => dealKeys(chain))
    else await chain.block(timestamp, () => playBlock(deeds))
  }
  return deeds
}

async function playBlock(deeds: Deeds): Promise<void> {
  const { chain, random } = deeds
  await milestones[chain.height]?.(deeds)
  if (chain.height < 5 || chain.height === crowdHeight) return
  const count = random.weighted([
    [0, 3],
    [1, 6],
    [2, 6],
    [3, 4],
    [5, 2],
    [7, 1],
  ])
  for (let i = 0; i < count; i++) await everydayDeed(deeds)
}

/** The validators' own transaction at the end of an epoch: the result of dealing the randomness keys. */
function dealKeys(chain: Chain): void {
  const author = chain.validators[0] ?? '0x1'
  const transcript = {
    epoch: String(chain.epoch - 1),
    author,
    payload: hexOf(sha3(Buffer.from(`transcript ${chain.epoch}`))),
  }
  chain.validator('dkg_result', { dkg_transcript: transcript }, (set) => {
    set.resource('0x1', '0x1::dkg::DKGState', { in_progress: { vec: [] }, last_completed: { vec: [] } })
  })
}
