import { expect, test } from 'vitest'
import { shareOfWork, type WorkLease } from '#lib/store/workers/work-leases.ts'
import { createChance } from '#tests/indexing/random.ts'

const pieces = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']

/** Lets every worker decide in turn, as they would on one database, until none changes anything. */
const settle = (leases: Map<string, WorkLease>, configured: ReadonlyMap<string, readonly string[]>): number => {
  const workers = [...configured.keys()]
  for (let round = 1; round < 100; round++) {
    let changes = 0
    for (const [me, names] of configured) {
      const own = names.flatMap((name) => leases.get(name) ?? [])
      const { take, ask, give, ignore } = shareOfWork({ me, workers, names, leases: own })
      for (const name of take) leases.set(name, { name, worker: me, wantedBy: null })
      for (const name of ask) leases.set(name, { ...(leases.get(name) as WorkLease), wantedBy: me })
      for (const { name, to } of give) leases.set(name, { name, worker: to, wantedBy: null })
      for (const name of ignore) leases.set(name, { ...(leases.get(name) as WorkLease), wantedBy: null })
      changes += take.length + ask.length + give.length + ignore.length
    }
    if (changes === 0) return round
  }
  throw new Error('the workers never agree')
}

const countsOf = (leases: Map<string, WorkLease>): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { worker } of leases.values()) counts[worker] = (counts[worker] ?? 0) + 1
  return counts
}

test('one worker does everything, and further ones get an even share', () => {
  const leases = new Map<string, WorkLease>()
  settle(leases, new Map([['one', pieces]]))
  expect(countsOf(leases)).toEqual({ one: 9 })
  settle(leases, new Map([['one', pieces], ['two', pieces]])) // biome-ignore format: one line
  expect(countsOf(leases)).toEqual({ one: 5, two: 4 })
  settle(leases, new Map([['one', pieces], ['two', pieces], ['three', pieces]])) // biome-ignore format: one line
  expect(countsOf(leases)).toEqual({ one: 3, two: 3, three: 3 })
})

test('workers with different chains, that come and go, always agree, and leave nothing undone', () => {
  const chance = createChance(7)
  const leases = new Map<string, WorkLease>()
  for (let run = 0; run < 200; run++) {
    const configured = new Map(
      ['one', 'two', 'three', 'four']
        .filter((name) => name === 'one' || chance.happens(0.6))
        .map((name) => [name, name === 'one' ? pieces : pieces.filter(() => chance.happens(0.7))]),
    )
    for (const [name, { worker }] of leases) if (!configured.has(worker)) leases.delete(name)
    for (const [name, lease] of leases) if (!configured.get(lease.worker)?.includes(name)) leases.delete(name)
    settle(leases, configured)
    expect([...leases.keys()].sort()).toEqual(pieces)
  }
})
