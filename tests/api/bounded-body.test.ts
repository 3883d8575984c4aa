import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { BodyTooLarge, readBounded } from '#lib/api/input/bounded-body.ts'

const parts = [new Uint8Array(600).fill(1), new Uint8Array(424).fill(2), new Uint8Array(1)]

/** A body of a request or `fetch`, and one of undici or `node:http`; each notes that its source was ended. */
const bodies = {
  'a web stream': (noteEnd: () => void) =>
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const part of parts) controller.enqueue(part)
        controller.close()
      },
      cancel: noteEnd,
    }),
  'a Node stream': (noteEnd: () => void) => Readable.from(parts, { objectMode: false }).on('close', noteEnd),
}

describe.each(Object.entries(bodies))('%s', (_, create) => {
  test('is read in full up to its limit, with progress reported per chunk', async () => {
    const lengths: number[] = []
    const body = await readBounded(
      create(() => {}),
      1_025,
      ({ length }) => lengths.push(length),
    )
    expect(body.equals(Buffer.concat(parts))).toBe(true)
    expect(lengths).toEqual([600, 424, 1])
  })

  test('one byte over its limit is refused, and its source is closed', async () => {
    const ended = Promise.withResolvers<void>()
    await expect(readBounded(create(ended.resolve), 1_000)).rejects.toBeInstanceOf(BodyTooLarge)
    await ended.promise
  })
})

test('a source whose cancel never settles does not delay the refusal', async () => {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(1_000)),
    cancel: () => new Promise<void>(() => {}),
  })
  await expect(readBounded(body, 5_000)).rejects.toBeInstanceOf(BodyTooLarge)
})

test('a missing body is read as an empty one', async () => {
  expect((await readBounded(null, 10)).length).toBe(0)
})
