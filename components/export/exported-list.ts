import { addressOf } from '#lib/api/client/client.ts'
import { exportFileName } from '#lib/api/export-address.ts'
import type { RawParameters } from '#lib/api/input/raw-input.ts'
import type { Route } from '#lib/api/route.ts'

/** A list of a page that can be exported: the URL of its first page, and the file name without its extension. */
export type ExportedList = { address: string; fileName: string }

/** Builds an exported list from an API's list and the page's input, without parameters that only pages use. */
export const createExportOf =
  <Name extends string>(routes: Readonly<Record<Name, Route>>, basePath = '') =>
  (name: Name, input: RawParameters): ExportedList => {
    const route: Route = routes[name]
    const { limit: _, cursor: __, media_items: ___, ...parameters } = input
    return {
      address: basePath + addressOf(route, parameters),
      fileName: exportFileName(name, route.path, parameters),
    }
  }
