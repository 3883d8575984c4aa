/** A process started with `--inspect`, controlled over Chrome's debugging protocol. */
export type Inspector = {
  /** Bytes still reachable after a forced garbage collection. */
  liveHeapBytes(): Promise<number>
  /** Number of reachable objects with this prototype (an expression), after a forced garbage collection. */
  countObjects(prototype: string): Promise<number>
  /** The value of an expression, as JSON. */
  evaluate(expression: string): Promise<unknown>
  close(): void
}

type Answer = { id?: number; result?: Record<string, unknown>; error?: { message: string } }

const collections = 3

export const connectInspector = async (url: string): Promise<Inspector> => {
  const socket = new WebSocket(url)
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>()
  let lastId = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error }: Answer = JSON.parse(String(data))
    if (id === undefined) return
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error) asked?.reject(new Error(error.message))
    else asked?.resolve(result ?? {})
  })
  socket.addEventListener('close', () => {
    for (const asked of waiting.values()) asked.reject(new Error('The inspected process has gone.'))
    waiting.clear()
  })
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true })
    socket.addEventListener('error', () => reject(new Error(`${url} does not answer.`)), { once: true })
  })

  const send = (method: string, params: object = {}): Promise<Record<string, unknown>> => {
    const asked = Promise.withResolvers<Record<string, unknown>>()
    lastId += 1
    waiting.set(lastId, asked)
    socket.send(JSON.stringify({ id: lastId, method, params }))
    return asked.promise
  }
  const resultOf = (answer: Record<string, unknown>): { objectId?: string; value?: unknown } => {
    if (answer.exceptionDetails) throw new Error(JSON.stringify(answer.exceptionDetails))
    return answer.result as { objectId?: string; value?: unknown }
  }
  /** Several times: objects released by a finalizer are only collected by the next one. */
  const collect = async (): Promise<void> => {
    for (let count = 0; count < collections; count++) await send('HeapProfiler.collectGarbage')
  }

  return {
    liveHeapBytes: async () => {
      await collect()
      return Number((await send('Runtime.getHeapUsage')).usedSize)
    },
    countObjects: async (prototype) => {
      await collect()
      const objectGroup = 'count'
      const { objectId } = resultOf(await send('Runtime.evaluate', { expression: prototype, objectGroup }))
      const { objects } = await send('Runtime.queryObjects', { prototypeObjectId: objectId, objectGroup })
      const counted = await send('Runtime.callFunctionOn', {
        objectId: (objects as { objectId: string }).objectId,
        functionDeclaration: 'function () { return this.length }',
        returnByValue: true,
      })
      await send('Runtime.releaseObjectGroup', { objectGroup })
      return Number(resultOf(counted).value)
    },
    evaluate: async (expression) =>
      resultOf(await send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true })).value,
    close: () => socket.close(),
  }
}
