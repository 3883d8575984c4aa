import type { CodeEndpoint } from '#components/docs/example-code.ts'
import type { ExportedList } from '#components/export/export-button.tsx'
import { addressOf } from '#lib/api/client/call.ts'
import { exportFileName } from '#lib/api/export-address.ts'
import type { Call } from '#lib/pages/question.ts'

/** A call as data attributes of an element, and back. */
export const callAttributes = ({ method, path, paged, input }: Call) => ({
  'data-method': method === 'GET' ? undefined : method,
  'data-path': path,
  'data-paged': paged && '',
  'data-input': JSON.stringify(input),
})

export const calledEndpoint = ({ method, path, paged, input = '{}' }: DOMStringMap): CodeEndpoint | undefined =>
  path === undefined
    ? undefined
    : {
        method: method === 'POST' || method === 'PUT' ? method : 'GET',
        path,
        paged: paged !== undefined,
        example: { input: JSON.parse(input) },
      }

/** The URL of the request: `/api/v2/transaction/0x…?chain=eth`. */
export const calledUrl = (call: Call): string => addressOf(call, call.input)

/** The whole list of which a question requests a page, without parameters that only pages use. */
export const exportOf = ({ name, input, ...route }: Call): ExportedList => {
  const { limit: _, cursor: __, media_items: ___, ...parameters } = input
  return { address: addressOf(route, parameters), fileName: exportFileName(name, route.path, parameters) }
}
