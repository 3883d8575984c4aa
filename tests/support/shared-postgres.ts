import { startPostgres } from './postgres.ts'
import { tempInMemory } from './temp-in-memory.ts'

/** One PostgreSQL for the whole run: vitest's global setup, which each of its projects calls. */
export const setup = async (): Promise<() => Promise<void>> => {
  if (process.env.TEST_POSTGRES_URL) return async () => {}
  const removeFolder = tempInMemory()
  const { url, stop } = await startPostgres()
  process.env.TEST_POSTGRES_URL = url
  return async () => {
    await stop()
    removeFolder()
  }
}
