/** The maximum time between two reads before the client counts as gone. */
const stallMsDefault = 5 * 60_000

/**
 * A body created while it is read: a part is produced once the previous one was taken, so nothing piles up. `first` is
 * the part produced before the response started. A client that leaves, or stops reading for `stallMs`, ends production.
 */
export const partStream = (
  first: IteratorResult<{ bytes: Uint8Array }, void>,
  rest: AsyncGenerator<{ bytes: Uint8Array }, void>,
  { signal, stallMs = stallMsDefault }: { signal: AbortSignal; stallMs?: number },
): ReadableStream<Uint8Array> => {
  let waiting: typeof first | undefined = first
  let stall: NodeJS.Timeout | undefined
  const leave = (): void => {
    clearTimeout(stall)
    signal.removeEventListener('abort', leave)
    void rest.return()
  }
  const waitForReader = (controller: ReadableStreamDefaultController): void => {
    stall = setTimeout(() => {
      leave()
      controller.error(new Error('the client stopped reading for too long'))
    }, stallMs)
    stall.unref()
  }
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        if (signal.aborted) leave()
        signal.addEventListener('abort', leave, { once: true })
        waitForReader(controller)
      },
      pull: async (controller) => {
        clearTimeout(stall)
        const step = waiting ?? (await rest.next())
        waiting = undefined
        if (step.done) {
          signal.removeEventListener('abort', leave)
          return controller.close()
        }
        controller.enqueue(step.value.bytes)
        waitForReader(controller)
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  )
}
