import { parentPort } from 'node:worker_threads'
// The package's types cannot be found by its exports.
// @ts-expect-error TS7016
import { contractInfo } from 'evmole'
import type { ShapesAnswer, ShapesOrder } from './function-shapes.ts'

/*
 * The thread that runs untrusted bytecode symbolically. A contract can make this take minutes: the owner of the thread
 * terminates it then.
 */

parentPort?.on('message', ({ code }: ShapesOrder) => {
  const answer: ShapesAnswer = { functions: shapesIn(code) }
  parentPort?.postMessage(answer)
})
parentPort?.postMessage('ready')

function shapesIn(code: string): ShapesAnswer['functions'] {
  try {
    return contractInfo(code, { selectors: true, arguments: true, stateMutability: true }).functions ?? []
  } catch {
    return undefined
  }
}
