import type { WorkLease } from './work-leases.ts'

type Situation = {
  me: string
  /** Everyone who is alive. */
  workers: readonly string[]
  /** The work that this worker is configured for. */
  names: readonly string[]
  leases: readonly WorkLease[]
}

type Decision = {
  /** Work that nobody does. */
  take: string[]
  /** Work of others that have more than their share. */
  ask: string[]
  /** Own work beyond this worker's share that another asked for. */
  give: { name: string; to: string }[]
  /** Wishes of workers that are gone. */
  ignore: string[]
}

/**
 * Spreads work evenly over workers, which may be configured for different chains: nobody gives up what nobody else asked for, and
 * work that nobody does is taken at once.
 */
export const shareOfWork = ({ me, workers, names, leases }: Situation): Decision => {
  const share = Math.ceil(names.length / Math.max(1, workers.length))
  const holders = new Map(leases.map((lease) => [lease.name, lease]))
  const heldBy = (worker: string): WorkLease[] => leases.filter((lease) => lease.worker === worker)
  const take = names.filter((name) => !holders.has(name))

  const ask: string[] = []
  const wanted = leases.filter(({ wantedBy }) => wantedBy === me).length
  let room = share - heldBy(me).length - take.length - wanted
  for (const other of workers) {
    if (other === me) continue
    const theirs = heldBy(other)
    const spare = theirs.filter(({ wantedBy }) => wantedBy === null).slice(share)
    for (const { name } of spare.reverse()) if (room-- > 0) ask.push(name)
  }

  const give: { name: string; to: string }[] = []
  const mine = heldBy(me)
  for (const { name, wantedBy } of mine.toReversed())
    if (wantedBy !== null && workers.includes(wantedBy) && mine.length - give.length > share)
      give.push({ name, to: wantedBy })
  const ignore = mine.flatMap(({ name, wantedBy }) => (wantedBy && !workers.includes(wantedBy) ? [name] : []))
  return { take, ask, give, ignore }
}
