import { readdirSync, readFileSync } from 'node:fs'

/** Ticks of /proc a second, on every Linux that Node runs on. */
const ticksPerSecond = 100

/** CPU seconds that a process has used, with all its threads. */
export const cpuSecondsOf = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The second field is the name in brackets, which may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** The most memory that a process ever had resident, in megabytes. */
export const peakMemoryMegabytesOf = (pid: number): number => {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1_024)
}

/** The memory that a process has resident now, in megabytes. */
export const memoryMegabytesOf = (pid: number): number => {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1_024)
}

/** The child of this process whose command line holds `words` in a row, such as `--port 8545`. */
export const childWith = (words: readonly string[]): number => {
  const wanted = words.join('\0')
  const pid = readdirSync('/proc').find((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      const isChild = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(process.pid)
      return isChild && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(wanted)
    } catch {
      // It ended between the two looks.
      return false
    }
  })
  if (!pid) throw new Error(`no child process was started with ${words.join(' ')}`)
  return Number(pid)
}
