import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { bundleProcesses } from './bundle-processes.ts'

/* `npm run build`: the pages, and then the processes, as building the pages empties the folder of both. */

const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'build'], { stdio: 'inherit' })
const [code] = await once(child, 'close')
if (code !== 0) process.exit(1)
await bundleProcesses()
