import type { Kysely } from 'kysely'
import { deleteKeys, type LaneId } from './in-flight.ts'
import type { Suspect, WatchedTables } from './suspects.ts'

export const suspectId = ({ chain, kind, key }: Pick<Suspect, 'chain' | 'kind' | 'key'>): string =>
  `${chain} ${kind} ${key}`

/** The suspects of one lane, in memory and in the database. */
export type LaneSuspects = {
  all(): Suspect[]
  get(key: string): Suspect | undefined
  among(keys: readonly string[]): string[]
  /** Notes that the lane still has this suspect among its work. */
  noteWanted(key: string): void
  forget(keys: readonly string[]): Promise<void>
  forgetUnwanted(): void
}

/** A suspect that no lane wanted for this long was completed just before the worker ended. */
const unwantedMs = 5 * 60_000

export const laneSuspects = (
  db: Kysely<WatchedTables>,
  /** The suspects of all lanes, by id. */
  suspects: Map<string, Suspect>,
  lane: LaneId,
  { isOrdered, now }: { isOrdered: boolean; now: () => number },
): LaneSuspects => {
  const openedAt = now()
  const wantedAt = new Map<string, number>()
  const idOf = (key: string): string => suspectId({ ...lane, key })
  const all = (): Suspect[] =>
    [...suspects.values()].filter(({ chain, kind }) => chain === lane.chain && kind === lane.kind)
  const among = (keys: readonly string[]): string[] => keys.filter((key) => suspects.has(idOf(key)))

  const forget = async (keys: readonly string[]): Promise<void> => {
    const forgotten = among(keys)
    for (const key of keys) wantedAt.delete(key)
    await deleteKeys(db, 'suspect_work', lane, forgotten)
    for (const key of forgotten) suspects.delete(idOf(key))
  }

  const isUnwanted = ({ key, retryAt, times }: Suspect): boolean =>
    retryAt !== null &&
    (times === 0 || !isOrdered) &&
    now() - Math.max(openedAt, retryAt, wantedAt.get(key) ?? 0) > unwantedMs

  return {
    all,
    get: (key) => suspects.get(idOf(key)),
    among,
    noteWanted: (key) => void wantedAt.set(key, now()),
    forget,
    forgetUnwanted: () => {
      const unwanted = all().filter(isUnwanted)
      if (unwanted.length > 0) void forget(unwanted.map(({ key }) => key)).catch(() => {})
    },
  }
}
