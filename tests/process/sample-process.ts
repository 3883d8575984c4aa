/*
 * A process for tests of supervision. Parameters: its name, and what it does once it runs: `serve`, `block` its event loop
 * when it is told to (by SIGUSR2), `block-early` before it is ready, `exit=CODE`.
 */
import { startLifeSigns } from '#lib/process/life-signs.ts'

const [name = '', deed = 'serve'] = process.argv.slice(2)
const never = new Int32Array(new SharedArrayBuffer(4))
const block = (ms: number): void => void Atomics.wait(never, 0, 0, ms)

console.log(`${name} ${process.pid} runs`)
const signs = startLifeSigns({ name, statement: new Int32Array(1), stuckAfterMs: 2_000, stopWithinMs: 2_000 })
await signs.watched
if (deed === 'block-early') block(5_000)
signs.ready()
process.on('SIGTERM', () => process.exit(0))
process.on('SIGUSR2', () => block(600_000))
if (deed.startsWith('exit=')) process.exit(Number(deed.slice('exit='.length)))
console.log(`${name} ${process.pid} is ready`)
setInterval(() => {}, 60_000)
