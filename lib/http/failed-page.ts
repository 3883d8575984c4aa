import type { ServerResponse } from 'node:http'

const bodyStart = '<body>'

/** Adds a text to the start of the document if Next.js sends one of status 500, without content. */
export const explainFailure = (response: ServerResponse, text: () => string): void => {
  const { write } = response
  const explained = (chunk: unknown): unknown => {
    if (response.statusCode !== 500 || !(chunk instanceof Uint8Array)) return chunk
    const start = Buffer.from(chunk).indexOf(bodyStart)
    if (start < 0) return chunk
    const end = start + bodyStart.length
    return Buffer.concat([chunk.subarray(0, end), Buffer.from(text()), chunk.subarray(end)])
  }
  Object.assign(response, {
    write: (chunk: unknown, ...rest: unknown[]) => Reflect.apply(write, response, [explained(chunk), ...rest]),
  })
}
