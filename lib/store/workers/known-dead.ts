import { readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import type { WorkerRow } from '#lib/store/attempts/worker-tables.ts'

const processNamespace = (): string => {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

/** Where process ids of this process mean the same: containers of one machine have their own. */
export const thisHost = (): string => `${hostname()} ${processNamespace()}`.trim()

/** Whether a worker certainly ended: it ran here, and its process is gone or this one. */
export const isKnownDead = ({ host, pid }: Pick<WorkerRow, 'host' | 'pid'>, here: string): boolean => {
  if (host !== here) return false
  if (pid === process.pid) return true
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
