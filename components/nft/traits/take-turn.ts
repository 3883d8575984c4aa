/** Cards send their requests one by one: a screen full at once would exceed the visitor's budget. */
const everyMs = 100

let waiting: (() => void)[] = []
let timer: ReturnType<typeof setInterval> | undefined

const next = () => {
  waiting.shift()?.()
  if (waiting.length > 0) return
  clearInterval(timer)
  timer = undefined
}

/** Waits for a turn. A card that is scrolled out of view leaves the queue without delaying others. */
export const takeTurn = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const leave = () => {
      waiting = waiting.filter((one) => one !== go)
      reject(signal.reason)
    }
    const go = () => {
      signal.removeEventListener('abort', leave)
      resolve()
    }
    signal.addEventListener('abort', leave)
    waiting.push(go)
    timer ??= setInterval(next, everyMs)
  })
