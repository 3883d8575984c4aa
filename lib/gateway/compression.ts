import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants } from 'node:zlib'
import compression from 'compression'

/** As in lib/api/compress.ts. A wallet page of 497 kB takes 38 kB with Brotli 1, in a third of the time that gzip 6 takes for 39 kB. */
const brotliQuality = constants.BROTLI_MIN_QUALITY + 1
/** 512 KiB hold a whole page; the default of 4 MiB would be memory of every open stream. */
const brotliWindowBits = 19

type Filter = NonNullable<compression.CompressionOptions['filter']>

/** Text, JSON, scripts and SVG, by their type; never a part of a file, whose bytes were counted as they are. */
const filter: Filter = (request, response) => response.statusCode !== 206 && compression.filter(request, response)

const compress = compression({
  filter,
  // A shorter body is one packet either way, as in lib/api/compress.ts.
  threshold: 1_024,
  level: constants.Z_BEST_SPEED,
  brotli: {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_LGWIN]: brotliWindowBits,
    },
  },
})

/**
 * Compresses what is written to the response with Brotli or gzip, as its client accepts it. Streams keep flowing: `flush()` of the
 * response sends what was written so far. What is compressed already (by `serve`, or as a picture) is left alone.
 */
export const compressResponse = (request: IncomingMessage, response: ServerResponse): void => {
  compress(request as Parameters<typeof compress>[0], response as Parameters<typeof compress>[1], () => {})
}
