import { parentPort } from 'node:worker_threads'
import { decodePage, type PageOrder } from './page-decoder.ts'

/* The thread that decodes pages of transactions. */

parentPort?.on('message', (order: PageOrder) => parentPort?.postMessage(decodePage(order)))
