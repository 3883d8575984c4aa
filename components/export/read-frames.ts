import type { Frame } from '#lib/api/export/frames.ts'

type Part = { frame: Frame; content: Uint8Array<ArrayBuffer> }

const lineBreak = 10

/** Reads frames (lib/api/export/frames.ts) one at a time, only as far as requested. */
export async function* readFrames(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Part, void> {
  const reader = body.getReader()
  const text = new TextDecoder()
  let held = new Uint8Array()

  /** Holds at least one byte more than before; false at the stream's end. */
  const readMore = async (): Promise<boolean> => {
    const { done, value } = await reader.read()
    if (done) return false
    const joined = new Uint8Array(held.length + value.length)
    joined.set(held)
    joined.set(value, held.length)
    held = joined
    return true
  }
  const take = (length: number): Uint8Array<ArrayBuffer> => {
    const taken = held.slice(0, length)
    held = held.slice(length)
    return taken
  }

  for (;;) {
    while (!held.includes(lineBreak)) if (!(await readMore())) return
    const frame: Frame = JSON.parse(text.decode(take(held.indexOf(lineBreak) + 1)))
    const length = 'bytes' in frame ? frame.bytes : 0
    while (held.length < length) if (!(await readMore())) return
    yield { frame, content: take(length) }
  }
}
