import { expect, onTestFinished, test } from 'vitest'
import { creationUpTo } from '#lib/evm/verification/known-sources.ts'
import { indexAnvil } from '#tests/evm/query/anvil-index.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { startAnvil } from '#tests/support/anvil.ts'
import { deployAll, settingsByName } from './deployments.ts'

/* A contract that was deployed a moment ago, which the index has not read yet. */

const createStore = evmStores('sqlite')

const deployAfterIndexing = async () => {
  const anvil = await startAnvil()
  onTestFinished(() => anvil.stop())
  const store = await createStore()
  const { catchUp } = await indexAnvil(store, anvil)
  const { address, hash, input } =
    (await deployAll(anvil, settingsByName.optimised)).get('Counter') ?? expect.fail('not deployed')
  const head = Number(await anvil.rpc('eth_blockNumber'))
  return { place: { db: store.db, chain: 1, address }, creation: { hash, input }, head, catchUp }
}

/** A clock whose time passes only by waiting; `duringWait` runs in each wait. */
const waitingClock = (duringWait: (count: number) => Promise<unknown>) => {
  let now = 0
  let count = 0
  const wait = async (ms: number) => {
    now += ms
    count += 1
    await duringWait(count)
  }
  return { clock: { now: () => now, wait }, waited: () => now }
}

const { signal } = new AbortController()

test('the creation of a new contract is found once the index has read its block', { timeout: 60_000 }, async () => {
  const { place, creation, head, catchUp } = await deployAfterIndexing()
  const { clock, waited } = waitingClock(async (count) => (count === 3 ? await catchUp() : undefined))
  expect(await creationUpTo(head, place, clock, signal)).toEqual(creation)
  expect(waited()).toBe(1_500)
})

test('an index that stays behind is waited for half a minute, one far behind not at all', {
  timeout: 60_000,
}, async () => {
  const { place, head } = await deployAfterIndexing()
  const patient = waitingClock(async () => {})
  expect(await creationUpTo(head, place, patient.clock, signal)).toBeUndefined()
  expect(patient.waited()).toBe(30_000)
  const far = waitingClock(async () => {})
  expect(await creationUpTo(head + 5_000, place, far.clock, signal)).toBeUndefined()
  expect(far.waited()).toBe(0)
})
