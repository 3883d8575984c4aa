import type { Kysely } from 'kysely'
import { ServiceError } from '#lib/base/errors.ts'
import type { WorkerTables } from './worker-tables.ts'

/**
 * Refuses to write for a worker that was silent for so long that others took its work over, and keeps them from doing so until
 * the transaction ends. The lock lets the heartbeat through. PostgreSQL only.
 */
export const refuseDead = async (transaction: Kysely<WorkerTables>, id: string): Promise<void> => {
  const found = await transaction
    .selectFrom('worker')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (!found) throw new ServiceError('not_available', 'Other workers have taken over the work of this one.')
}
