/** React's reader of server components, as Next carries it; it comes without types. */
declare module 'next/dist/compiled/react-server-dom-turbopack/client.browser' {
  export const createFromReadableStream: <T>(
    stream: ReadableStream<Uint8Array>,
    options: { callServer: (id: string, values: unknown[]) => Promise<unknown> },
  ) => PromiseLike<T>
}
