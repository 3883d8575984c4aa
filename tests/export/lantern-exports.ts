import type { Api, Client } from '#lib/api/endpoint.ts'
import { renderNestError } from '#lib/api/error-bodies.ts'
import type { RequestFacts } from '#lib/api/serve/exchange.ts'
import { createExportHandler, createSlots, type ExportOptions } from '#lib/export/export-handler.ts'
import { createGateway } from '#lib/gateway/gateway.ts'
import { type LanternApi, lanternApi, lanternService, paperLantern } from '#tests/gateway/lantern-api.ts'

const site = 'http://spyglass.test'

type Page = Awaited<ReturnType<Client<LanternApi>['lanterns']>>
export type Options = Partial<ExportOptions> & {
  pages?: number
  pageOf?: (number: number, signal?: AbortSignal) => unknown
}

export const lantern = (number: number) => ({ ...paperLantern, id: `lantern ${number}` })

/** A list of one lantern a page, at `/api/lamps/v1/lanterns`; `asked` are the pages that were requested. */
export const startExports = ({ pages = 3, pageOf, ...options }: Options = {}) => {
  const asked: { page: number; input: Record<string, unknown> }[] = []
  const facts: RequestFacts[] = []
  const gateway = createGateway(lanternApi, [
    {
      name: 'index',
      service: lanternService({
        lanterns: async (input, context) => {
          const page = Number(input.cursor ?? 0)
          asked.push({ page, input })
          const made = await pageOf?.(page, context?.signal)
          return (made ?? { cursor: page + 1 < pages ? String(page + 1) : null, result: [lantern(page)] }) as Page
        },
      }),
    },
  ])
  const handle = createExportHandler({
    apis: [
      {
        api: lanternApi as unknown as Api,
        client: gateway as unknown as Client<Api>,
        basePath: '/api/lamps',
        scope: 'evm',
        renderError: renderNestError,
      },
    ],
    admit: async () => ({ headers: { 'x-rate-limit-limit': '9' }, caller: 'reader', callerId: 'reader' }),
    slotOf: (_, { callerId = '' }) => callerId,
    takeSlot: createSlots(),
    observe: (seen) => facts.push(seen),
    ...options,
  })
  return { asked, facts, handle, get: (path: string, init?: RequestInit) => handle(new Request(site + path, init)) }
}
