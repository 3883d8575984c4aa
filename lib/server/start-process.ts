import { ConfigError } from '#lib/config/config.ts'
import { AddressListError } from '#lib/evm/labels/load-address-lists.ts'
import { startLifeSigns } from '#lib/process/life-signs.ts'
import { permanentFaultCode } from '#lib/process/supervise.ts'
import { DatabaseFault } from '#lib/store/drivers/database-fault.ts'
import { sqliteStatement } from '#lib/store/drivers/sqlite/sqlite-database.ts'
import { holdBuild, ownBuild } from './build/builds.ts'

const isFaultOfOperator = (error: unknown): error is Error =>
  error instanceof ConfigError || error instanceof AddressListError || error instanceof DatabaseFault

/**
 * Starts a process of the product under its watchdog. An invalid configuration or database ends it with one line, and
 * with the exit code that tells a supervisor not to restart it. Until `start` is done the event loop may be blocked for
 * long.
 */
export const startProcess = async <Started>(
  name: string,
  start: () => Promise<Started>,
  { development = false }: { development?: boolean } = {},
): Promise<Started> => {
  if (ownBuild !== undefined) holdBuild(ownBuild)
  const signs = startLifeSigns({ name, statement: sqliteStatement, endsWhenStuck: !development })
  try {
    await signs.watched
    const started = await start()
    signs.ready()
    return started
  } catch (error) {
    if (!isFaultOfOperator(error)) throw error
    console.error(`spyglass: ${error.message}`)
    process.exit(permanentFaultCode)
  }
}
