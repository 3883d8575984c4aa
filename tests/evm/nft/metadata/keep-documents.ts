import { encodeAbiParameters } from 'viem'
import type { RpcAnswer, RpcCall } from '#lib/evm/chain/rpc/transport/classify.ts'
import { createPool } from '#lib/evm/chain/rpc/transport/pool.ts'
import type { EvmTables } from '#lib/evm/chain/tables/tables.ts'
import { keepMetadata } from '#lib/evm/nft/metadata/keep-metadata.ts'
import { createOutbound } from '#lib/outbound/outbound.ts'
import { openFirstAttempts } from '#lib/store/attempts/attempts.ts'
import { openStore } from '#lib/store/open.ts'

/*
 * A worker that keeps the documents of chain 1 until it is killed: `node keep-documents.ts <database> <documents>`. Its node
 * names the document of each token after its id.
 */

const [databaseUrl = '', base = ''] = process.argv.slice(2)

const answer = ({ method, params: [call] }: RpcCall): RpcAnswer => {
  if (method === 'eth_blockNumber') return { result: '0xff' }
  const { data = '0x' } = call as { data?: string }
  if (data.length !== 74) return { result: '0x' }
  return { result: encodeAbiParameters([{ type: 'string' }], [`${base}/${BigInt(`0x${data.slice(10)}`)}`]) }
}

const store = await openStore<EvmTables>(databaseUrl)
const pool = createPool([{ name: 'node', send: async (calls) => calls.map(answer) }])
const outbound = createOutbound({ allow: ['127.0.0.1'] })
const log = { warn: (facts: object, text: string) => console.error(text, facts) }
const uriOptions = { ipfsGateways: [], arweaveGateway: undefined }
/** A minute of waiting for the next attempt lasts half a second. */
const fastClock = () => Date.now() + Math.round(performance.now()) * 120
const attempts = await openFirstAttempts(store, { now: fastClock })
await keepMetadata(
  store,
  1,
  { pool, outbound, uriOptions },
  { log, signal: new AbortController().signal, options: { attempts } },
)
