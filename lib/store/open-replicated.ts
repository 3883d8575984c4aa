import { type Kysely, sql } from 'kysely'
import { noWatch } from './drivers/database-watch.ts'
import {
  openWithReplica,
  type PostgresOptions,
  type ReadPurpose,
  type ReplicaUse,
} from './drivers/postgres/replica-driver.ts'
import { createReplicaWatch, type ReplicaState, type ReplicaWatch } from './replica-watch.ts'

export type ReplicaOptions = {
  url: string
  /** Called when reads begin to go to the replica, and when they no longer do. */
  onChange?: (state: ReplicaState) => void
  /** Milliseconds; a replica further behind is not read. */
  lagMaxMs?: number
  everyMs?: number
}

export type OpenedReplica<Tables> = { reads: Record<ReadPurpose, Kysely<Tables>>; watch: ReplicaWatch }

type OpenedPair<Tables> = { db: Kysely<Tables>; replica: OpenedReplica<Tables>; close(): Promise<void> }

/** Requests do not wait long for a replica: the primary can answer them. */
const connectTimeoutMs = 2_000

/** A primary and its replica. Reads go to the replica from the first check after `start` in which it is not far behind. */
export const openReplicated = <Tables>(
  primaryUrl: string,
  { url, onChange = () => {}, ...limits }: ReplicaOptions,
  settings: PostgresOptions,
): OpenedPair<Tables> => {
  const use: ReplicaUse = {
    isUsed: (purpose) => watch.isUsed(purpose),
    failed: (error) => watch.failed(error),
  }
  const { primary, reads, replica } = openWithReplica<Tables>(
    { primary: primaryUrl, replica: url },
    { primary: settings, replica: { ...settings, connectTimeoutMs, onConnectionLost: () => {}, watch: noWatch } },
    use,
  )
  const watch = createReplicaWatch({ ...limits, onChange, beat: () => beat(primary), seen: () => seen(replica) })
  return {
    db: primary,
    replica: { reads, watch },
    close: async () => {
      watch.stop()
      await primary.destroy()
      await replica.destroy()
    },
  }
}

/* One row of the table of settings, which all processes write: the newest commit that each of them knows of. */

const beat = async <Tables>(primary: Kysely<Tables>): Promise<number> => {
  const { rows } = await sql<{ at: string }>`
    insert into setting (name, value)
    values ('replica-beat', convert_to(floor(extract(epoch from clock_timestamp()) * 1000)::text, 'UTF8'))
    on conflict (name) do update set value = excluded.value
    returning convert_from(value, 'UTF8') as at`.execute(primary)
  return Number(rows[0]?.at)
}

const seen = async <Tables>(replica: Kysely<Tables>): Promise<number | undefined> => {
  const { rows } = await sql<{ at: string }>`
    select convert_from(value, 'UTF8') as at from setting where name = 'replica-beat'`.execute(replica)
  return rows[0] && Number(rows[0].at)
}
