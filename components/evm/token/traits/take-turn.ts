/** Cards ask one by one: a screen full at once is more than the server gives one visitor. */
const everyMs = 100

let waiting: (() => void)[] = []
let timer: ReturnType<typeof setInterval> | undefined

const next = () => {
  waiting.shift()?.()
  if (waiting.length > 0) return
  clearInterval(timer)
  timer = undefined
}

/** Until it is one's turn. Who leaves the queue, as a card that was scrolled by, holds up no one. */
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
