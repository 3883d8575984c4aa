import { startPostgres } from './postgres.ts'

/** One PostgreSQL for the whole run: vitest's global setup. */
export const setup = async (): Promise<() => Promise<void>> => {
  const { url, stop } = await startPostgres()
  process.env.TEST_POSTGRES_URL = url
  return stop
}
