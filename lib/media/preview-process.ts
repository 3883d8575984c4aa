import {
  makePreviews,
  type PreviewAnswer,
  type PreviewOrder,
  restrictImageLibrary,
  type SpentAnswer,
  UnreadableImage,
} from './make-previews.ts'

/*
 * A process that only creates previews, one image at a time. Untrusted files are decoded here by native code: crashes,
 * hangs and memory growth only affect this process. It inherits no environment variables, and exits with its parent.
 */

const watchMs = 20

const answer = async ({ body, mimetype }: PreviewOrder): Promise<PreviewAnswer> => {
  try {
    return { previews: await makePreviews(body, mimetype) }
  } catch (error) {
    if (error instanceof UnreadableImage) return { unreadable: error.message }
    throw error
  }
}

restrictImageLibrary()
// The terminal sends its interrupt to the whole process group, but the parent decides. A graceful exit would wait for the decoder.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', async (order: PreviewOrder) => {
  const before = process.cpuUsage()
  // Images are decoded in other threads, so this one can measure them. Wall-clock time would blame the image for a busy machine.
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    if (process.memoryUsage.rss() > order.memoryMax) giveUp('The image needs too much memory.')
    else if ((user + system) / 1_000 > order.cpuMsMax) giveUp('The image takes too long to process.')
  }, watchMs)
  const giveUp = (unreadable: string): void => {
    clearInterval(watch)
    process.send?.({ unreadable, isSpent: true } satisfies SpentAnswer)
  }
  process.send?.(await answer(order))
  clearInterval(watch)
})
