import { createServer } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { createAptosNode } from '#lib/aptos/node/node.ts'
import { createBlockCache } from '#lib/aptos/queries/block-cache.ts'
import { createAptosService } from '#lib/aptos/queries/service.ts'
import { openStore } from '#lib/store/open.ts'
import { migrate } from '#lib/store/migrate.ts'
import { aptosMigrations } from '#lib/aptos/migrations.ts'
const txs = gunzipSync(readFileSync('/work/shared/recordings/aptos/mainnet/transactions.jsonl.gz')).toString().split('\n').filter(Boolean).map((l) => JSON.parse(l).result).filter((t) => t.type === 'user_transaction')
for (const n of [200, 5000, 14000]) {
  const list = Array.from({ length: n }, (_, i) => ({ ...txs[i % txs.length], version: String(1000 + i) }))
  const block = { block_height: '5', block_hash: '0x' + 'ab'.repeat(32), block_timestamp: '1700000000000000', first_version: '1000', last_version: String(999 + n), transactions: list }
  const text = JSON.stringify(block)
  const server = createServer((q, r) => { r.writeHead(200, { 'x-aptos-chain-id': '1' }); if (q.url === '/v1') r.end(JSON.stringify({ chain_id: 1, epoch: '1', ledger_version: '99999', oldest_ledger_version: '0', ledger_timestamp: '1', block_height: '10', oldest_block_height: '0' })); else r.end(text) })
  await new Promise<void>((ok) => server.listen(0, '127.0.0.1', () => ok()))
  const { port } = server.address() as { port: number }
  const store = await openStore<any>('sqlite:/tmp/measure-' + n + '-' + Date.now() + '.db')
  await migrate(store, aptosMigrations)
  const cache = createBlockCache(store)
  const service = createAptosService({ nodes: { mainnet: createAptosNode({ baseUrls: [`http://127.0.0.1:${port}`] }) }, cache })
  await service.blockByHeight({ block_height: '6', with_transactions: false }).catch(() => {})
  const time = async (name: string, f: () => Promise<unknown>) => { const a = performance.now(); await f(); console.log(n, (text.length / 1e6).toFixed(1) + ' MB', name, Math.round(performance.now() - a), 'ms') }
  await time('node', () => service.blockByHeight({ block_height: '5', with_transactions: true }))
  await time('write cache', () => cache.settled())
  await time('cached', () => service.blockByHeight({ block_height: '5', with_transactions: true }))
  await time('cached header', () => service.blockByHeight({ block_height: '5', with_transactions: false }))
  const b = await service.blockByHeight({ block_height: '5', with_transactions: true })
  await time('stringify', async () => JSON.stringify(b))
  console.log('stored', (await store.db.selectFrom('aptos_block_cache').select('size_bytes').execute()).map((r: any) => r.size_bytes), 'rss', Math.round(process.memoryUsage().rss / 1e6))
  server.closeAllConnections(); server.close(); await store.close()
}
