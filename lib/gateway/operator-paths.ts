import { livePath } from '#lib/api/live-path.ts'

/* OpenAPI paths for operators and tools. Tests compare the responses with them. */

const nullable = (type: string) => ({ type: [type, 'null'] })
const text = { type: 'string' }
const object = (properties: Record<string, unknown>, required: readonly string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
})

const health = object(
  {
    status: { type: 'string', enum: ['ok', 'degraded', 'starting'] },
    version: text,
    uptime_seconds: { type: 'integer', minimum: 0 },
    demo: { type: 'boolean' },
    sources: {
      type: 'array',
      items: object({
        system: text,
        name: text,
        state: { type: 'string', enum: ['ok', 'starting', 'failed'] },
        detail: nullable('string'),
      }),
    },
    chains: {
      type: 'array',
      items: object({
        system: text,
        chain: text,
        indexed: nullable('integer'),
        head: nullable('integer'),
        lag: nullable('integer'),
      }),
    },
    set_aside: {
      ...nullable('integer'),
      description: 'Work items that crashed the worker three times and are no longer tried; null if it is not known.',
    },
    database: object({
      kind: { type: 'string', enum: ['sqlite', 'postgres'] },
      ok: { type: 'boolean' },
      replica: {
        ...object({
          state: { type: 'string', enum: ['starting', 'used', 'behind', 'unreachable'] },
          lag_seconds: nullable('integer'),
        }),
        type: ['object', 'null'],
        description: 'The replica of `DATABASE_READ_URL`; null if there is none.',
      },
    }),
  },
  // With METRICS_TOKEN set, other fields require it.
  ['status'],
)

const withoutKey = { security: [{}], tags: ['Server'] }
const answer = (description: string, schema: unknown) => ({ description, content: { 'application/json': { schema } } })

const fault = object({ message: text, code: text, request_id: text })

export const operatorPaths = {
  '/api/health': {
    get: {
      ...withoutKey,
      operationId: 'health',
      summary: 'Get server health',
      description:
        'The state of the database, the sources and the index. With `METRICS_TOKEN` set, callers without it see only `status`.',
      parameters: [],
      responses: {
        200: answer('The server is healthy.', health),
        503: answer('The database cannot be used, or an index is stalled.', health),
      },
    },
  },
  '/api/metrics': {
    get: {
      ...withoutKey,
      operationId: 'metrics',
      summary: 'Get Prometheus metrics',
      description: 'Metrics of this process. With `METRICS_TOKEN` set, it is required as a bearer token.',
      parameters: [],
      responses: {
        200: {
          description: 'Metrics in Prometheus text format.',
          content: { 'text/plain': { schema: text } },
        },
        401: answer('The token is missing or wrong.', fault),
      },
    },
  },
  [livePath]: {
    get: {
      tags: ['Server'],
      operationId: 'live',
      summary: 'Get index changes as a stream',
      description:
        'Server-sent events: how far each chain is indexed, as `height.hash` by its name in URLs, and again after every new block and reorg. ' +
        'The id of an event is the position of all chains; a client that connects again with `Last-Event-ID` gets what it missed.',
      parameters: [
        {
          name: 'since',
          in: 'query',
          required: false,
          schema: text,
          description:
            'The id of the last event, for clients that cannot send `Last-Event-ID`. Accepted: an id as the stream sent it.',
        },
      ],
      responses: {
        200: {
          description: 'Events, for as long as the client reads them.',
          headers: { 'X-Accel-Buffering': { schema: text, description: '`no`: proxies pass events on at once.' } },
          content: {
            'text/event-stream': {
              schema: text,
              example: 'id: eth=16141217.61a9c2f4&demo=96.0c1d88ab\ndata: {"eth":"16141217.61a9c2f4"}\n\n',
            },
          },
        },
        401: answer('The key is missing or wrong.', fault),
        429: answer('This visitor has too many open streams, or the rate limit is exceeded.', fault),
        503: answer('The server has too many open streams.', fault),
      },
    },
  },
  '/api/openapi.json': {
    get: {
      ...withoutKey,
      operationId: 'openApi',
      summary: 'Get OpenAPI document',
      description: 'The OpenAPI 3.1 document of this server.',
      parameters: [],
      responses: { 200: answer('The OpenAPI document.', { type: 'object' }) },
    },
  },
}
