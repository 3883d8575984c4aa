import type { Server } from 'node:http'
import { permanentFaultCode } from '#lib/process/supervise.ts'

/** Longer than any request may take to be answered from the own index; a hosted source's slower ones are cut off. */
const drainWithinMs = 10_000

type ListenOptions = {
  host: string
  port: number
  /** Printed to standard output once connections are accepted. */
  ready: string
  /** Ends responses that would never end by themselves. */
  stopping: () => void
  /** Releases resources after the last request. */
  close: () => Promise<void>
}

/** Takes connections until a signal says stop: then open requests may finish, and idle connections end at once. */
export const listen = (server: Server, { host, port, ready, stopping, close }: ListenOptions): void => {
  server.on('error', (error: NodeJS.ErrnoException) => {
    console.error(
      error.code === 'EADDRINUSE'
        ? `spyglass: port ${port} is in use; set PORT to another one.`
        : `spyglass: ${error.message}`,
    )
    process.exit(permanentFaultCode)
  })
  server.listen(port, host, () => console.log(`spyglass: ${ready}`))

  let isStopping = false
  const stop = (): void => {
    if (isStopping) return
    isStopping = true
    server.close(() => void close().finally(() => process.exit(0)))
    stopping()
    server.closeIdleConnections()
    setTimeout(() => process.exit(0), drainWithinMs).unref()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
}
