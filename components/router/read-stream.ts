import { createFromReadableStream } from 'next/dist/compiled/react-server-dom-turbopack/client.browser'

const callServer = (): never => {
  throw new Error('Spyglass has no server actions.')
}

/** What the server rendered, as React reads it. The value comes with its first row; parts inside may still be on their way. */
export const readStream = <T>(stream: ReadableStream<Uint8Array>): PromiseLike<T> =>
  createFromReadableStream<T>(stream, { callServer })
