import { parentPort } from 'node:worker_threads'
import { type BlocksOrder, decodeBlocks } from './decode-blocks.ts'

/* The thread that decodes and checks blocks of era1 and ere files. */

parentPort?.on('message', (order: BlocksOrder) => parentPort?.postMessage(decodeBlocks(order)))
