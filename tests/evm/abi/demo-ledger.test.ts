import { expect, test } from 'vitest'
import { demoAbis, demoEvmTransport } from '#lib/demo/evm/demo-transport.ts'
import { createEvmAbis } from '#lib/evm/abi/sources/evm-abis.ts'
import { createEvmReader } from '#lib/evm/chain/rpc/reading/reader.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import { createServedChains } from '#lib/evm/chain/served/served.ts'
import { createEvmIndex } from '#lib/evm/chain/write/writer.ts'
import { evmServices } from '#tests/evm/query/evm-services.ts'
import { evmStores } from '#tests/evm/query/evm-stores.ts'
import { patientClock } from './patient-clock.ts'

const createStore = evmStores('sqlite')

test("every call and log of the demo ledger's contracts is decoded, through proxies too, without network access", async () => {
  const served = createServedChains([{ name: 'demo' }])
  const [chain] = served.all
  const pool = createPool([demoEvmTransport()])
  const last = Number(await pool.call('eth_blockNumber', []))
  const blocks = await createEvmReader(pool, { finalityBlocks: 0, checkBloom: true }).blocks(0, last)
  const store = await createStore()
  await createEvmIndex(store, chain?.id ?? 0, { from: 0 }).append(blocks, { latest: last, finalized: last })
  const abis = createEvmAbis({
    store,
    builtIn: { chain: chain?.id ?? 0, read: demoAbis },
    poolOf: () => pool,
    log: { warn: (_, text) => expect(text).toBe('') },
    clock: patientClock,
  })
  const { evm } = evmServices(store, { served, abis })

  const described = new Set((await demoAbis()).map(({ address }) => address.toLowerCase()))
  const unread: string[] = []
  const read = { calls: 0, logs: 0 }
  for (const { hash, input, to } of blocks.flatMap(({ transactions }) => transactions)) {
    const record = await evm.transactionVerbose({ transaction_hash: hash })
    if (to && described.has(to) && input.length > 2 && !record.decoded_call)
      unread.push(`call ${to} ${input.slice(0, 10)}`)
    if (record.decoded_call) read.calls += 1
    for (const log of record.logs) {
      if (!log.decoded_event && described.has(log.address)) unread.push(`log ${log.address} ${log.topic0}`)
      if (log.decoded_event) read.logs += 1
    }
  }
  expect(unread).toEqual([])
  expect(read.calls).toBeGreaterThan(500)
  expect(read.logs).toBeGreaterThan(500)
  await abis.close()
})
