import { parentPort } from 'node:worker_threads'

/* A thread whose work can go wrong in every way. */

const held: number[][] = []

parentPort?.on('message', (order: string | Uint8Array) => {
  if (order === 'throw') throw new RangeError('out of range')
  if (order === 'exit') process.exit(3)
  while (order === 'hang');
  while (order === 'fill') held.push(Array.from({ length: 100_000 }, Math.random))
  parentPort?.postMessage(order === 'environment' ? Object.keys(process.env) : order)
})
