/* A supervisor for tests. Parameters: `name:deed` of each process (see sample-process.ts). */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { supervisedFlag } from '#lib/process/life-signs.ts'
import { supervise } from '#lib/process/supervise.ts'

const script = fileURLToPath(new URL('./sample-process.ts', import.meta.url))
const processes = process.argv.slice(2).map((text) => {
  const [name = '', deed = ''] = text.split(':')
  return {
    name,
    start: () =>
      spawn(process.execPath, [script, name, deed, supervisedFlag], {
        stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
      }),
  }
})
const { stop, ended } = supervise(processes, {
  print: (text) => console.log(`supervisor: ${text}`),
  hungTicks: 4,
  restart: { firstWaitMs: 50 },
})
process.on('SIGTERM', () => stop('SIGTERM'))
process.exitCode = await ended
