/** What Next's document writes with `self.__next_f.push`: `[0]` opens, `[1, text]` and `[3, base64]` carry, `[2, …]` is for forms. */
type Part = readonly [0] | readonly [1 | 3, string] | readonly [2, unknown]

declare global {
  interface Window {
    __next_f?: { push: (part: Part) => unknown } & Iterable<Part>
  }
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))

/** The stream of this document's own page, which came inside its HTML. It ends with the document. */
export const firstStream = (): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      const encoder = new TextEncoder()
      const take = ([kind, data]: Part) => {
        if (kind === 1) controller.enqueue(encoder.encode(String(data)))
        if (kind === 3) controller.enqueue(bytesOf(String(data)))
      }
      for (const part of window.__next_f ?? []) take(part)
      window.__next_f = { push: take, [Symbol.iterator]: () => [][Symbol.iterator]() }
      if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => controller.close())
      else controller.close()
    },
  })
