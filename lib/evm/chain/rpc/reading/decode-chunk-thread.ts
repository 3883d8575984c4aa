import { parentPort } from 'node:worker_threads'
import { type ChunkOrder, decodeChunk } from './chunk-decoder.ts'

/* The thread that decodes and checks blocks. */

parentPort?.on('message', (order: ChunkOrder) => {
  const answer = decodeChunk(order)
  parentPort?.postMessage(answer, 'body' in answer ? [answer.body.buffer] : [])
})
