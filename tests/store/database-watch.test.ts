import { describe, expect, test } from 'vitest'
import { createDatabaseWatch, isOutage, storeFailure } from '#lib/store/drivers/database-watch.ts'

const postgresFault = (code: string): unknown => storeFailure(Object.assign(new Error('server said'), { code }))
const unreachable = postgresFault('ECONNREFUSED')
const full = postgresFault('53100')
const readOnly = postgresFault('25006')
const tooSlow = postgresFault('57014')

const start = () => {
  const clock = { ms: 0 }
  const said: string[] = []
  const watch = createDatabaseWatch({
    onFault: (error) => said.push(error instanceof Error ? error.message : ''),
    onRecovery: () => said.push('works'),
    now: () => clock.ms,
  })
  return { clock, said, watch }
}

describe('a database outage', () => {
  test('is logged once however many requests fail, again every minute, and once when it ends', () => {
    const { clock, said, watch } = start()
    for (let met = 0; met < 1_000; met++) watch.failed(unreachable)
    expect(said).toEqual(['The database cannot be reached.'])
    clock.ms += 60_000
    watch.failed(unreachable)
    expect(said).toHaveLength(2)
    for (let read = 0; read < 10; read++) watch.worked('read')
    expect(said.slice(2)).toEqual(['works'])
  })

  test('of writes is not ended by a successful read', () => {
    const { said, watch } = start()
    watch.failed(readOnly)
    watch.worked('read')
    expect(said).toHaveLength(1)
    watch.worked('write')
    expect(said[1]).toBe('works')
  })

  test('of large writes ends when nothing has failed for a while', () => {
    const { clock, said, watch } = start()
    for (let retry = 0; retry < 4; retry++) {
      watch.failed(full)
      watch.worked('write')
      clock.ms += 10_000
    }
    expect(said).toEqual(['The database has no space left to write.'])
    clock.ms += 60_000
    watch.worked('write')
    expect(said[1]).toBe('works')
  })

  test('does not start with a slow or invalid statement', () => {
    const { said, watch } = start()
    for (const error of [tooSlow, postgresFault('42601'), new TypeError('a bug')]) {
      expect(isOutage(error)).toBe(false)
      watch.failed(error)
    }
    expect(said).toEqual([])
    expect(isOutage(unreachable)).toBe(true)
  })
})
