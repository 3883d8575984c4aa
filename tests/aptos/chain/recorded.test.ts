import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createAptosService } from '#lib/aptos/block/block-cache.ts'
import { createAptosNode } from '#lib/aptos/chain/rpc/node.ts'
import { fastClock } from '#tests/support/fast-clock.ts'
import { freePort } from '#tests/support/spyglass.ts'

const replay = join('..', 'shared', 'recordings', 'aptos', 'replay-aptos.mjs')

const startReplay = async (mode: 'sparse' | 'dense') => {
  const port = await freePort()
  const child = spawn(process.execPath, [replay], {
    env: { ...process.env, PORT: String(port), MODE: mode, FAULTS: '' },
  })
  onTestFinished(() => {
    child.kill()
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve())
    child.once('exit', () => reject(new Error('the replay node did not start')))
  })
  const origin = `http://127.0.0.1:${port}`
  const serviceOf = (network: string) => {
    const node = createAptosNode({ baseUrls: [`${origin}/${network}/v1`], clock: fastClock() })
    return { node, service: createAptosService({ nodes: { mainnet: node } }) }
  }
  return { origin, serviceOf }
}

type Change = { type: string; key?: string; value?: string; data?: unknown }

/** What a reader of this interface refuses. */
const refused = (change: Change): boolean => {
  if (change.type === 'delete_resource' || change.type === 'delete_module') return false
  return typeof change.data !== 'object' || change.data === null
}

describe.runIf(existsSync(replay))('recorded transactions', () => {
  test.each(['mainnet', 'testnet', 'devnet'])(
    'every recorded transaction of %s passes through; only table items without data differ',
    async (network) => {
      const { origin, serviceOf } = await startReplay('dense')
      const { node, service } = serviceOf(network)
      const { newestHeight } = await node.ledgerInfo()
      const kinds = new Set<string>()
      for (let height = 0; height <= newestHeight; height++) {
        const block = await service.blockByHeight({ block_height: String(height), with_transactions: true })
        const raw: unknown = await (
          await fetch(`${origin}/${network}/v1/blocks/by_height/${height}?with_transactions=true`)
        ).json()
        const changes = (block.transactions ?? []).flatMap((transaction) => (transaction.changes ?? []) as Change[])
        expect(changes.filter(refused)).toEqual([])
        for (const { type } of block.transactions ?? []) kinds.add(type)
        const unmended = JSON.parse(JSON.stringify(block), (_, value) => (value?.key_type === 'unknown' ? null : value))
        expect(unmended).toEqual(raw)
      }
      expect(kinds.size).toBeGreaterThanOrEqual(1)
    },
  )

  test('a recorded block is found by its height and by each of its versions', async () => {
    const { service } = (await startReplay('sparse')).serviceOf('mainnet')
    const block = await service.blockByHeight({ block_height: '57347454', with_transactions: true })
    expect([block.first_version, block.last_version, block.transactions?.length]).toEqual(['147811395', '147811397', 3])
    for (const version of ['147811395', '147811396', '147811397'])
      expect(await service.blockByVersion({ version, with_transactions: true })).toEqual(block)
  })

  test('a node with random failures, truncation and refusals still yields every block correctly', async () => {
    const { origin, serviceOf } = await startReplay('dense')
    const { node } = serviceOf('mainnet')
    const patient = createAptosService({
      nodes: {
        mainnet: createAptosNode({
          baseUrls: [`${origin}/mainnet/v1`, `${origin}/v1`],
          attemptsMax: 50,
          totalMs: 120_000,
          timeLimitMs: 120_000,
          // A node that a busy machine holds up has two seconds, not less than one.
          clock: fastClock(2),
        }),
      },
    })
    const { newestHeight } = await node.ledgerInfo()
    const faults = { http429: 0.06, http500: 0.06, http503: 0.06, truncate: 0.06, reset: 0.06, seed: 5 }
    await fetch(`${origin}/__admin/faults`, { method: 'POST', body: JSON.stringify(faults) })
    for (let height = 0; height <= newestHeight; height++) {
      const block = await patient.blockByHeight({ block_height: String(height), with_transactions: true })
      expect(block.block_height).toBe(String(height))
    }
  })
})
